using System;

namespace Rigmill.Runtime
{
    /// <summary>A bone of a skeleton.</summary>
    public struct Bone
    {
        /// <summary>The name by which clips refer to it.</summary>
        public string Name;
        /// <summary>The number of its parent, which comes before it; -1 for a root.</summary>
        public int Parent;
        /// <summary>Its pose relative to the parent while nothing moves it.</summary>
        public Transform Bind;
    }

    /// <summary>A skeleton. Any thread may use it.</summary>
    public sealed class Skeleton : Resource
    {
        /// <summary>The number of bones.</summary>
        public int Count { get; private set; }

        /// <summary>Loads a skeleton by its asset name.</summary>
        public Skeleton(Content content, string name)
        {
            RigmillException.Check(Native.rigmill_skeleton_load(content.Id, Texts.Write(name), out Id));
            ReadCount();
        }

        internal Skeleton(Native.Id id)
        {
            Id = id;
            ReadCount();
        }

        /// <summary>A bone by its number.</summary>
        public Bone this[int index]
        {
            get
            {
                Native.Bone bone;
                RigmillException.Check(Native.rigmill_skeleton_bone(Id, (UIntPtr)(uint)index, out bone));
                return new Bone { Name = Texts.Read(bone.Name), Parent = bone.Parent, Bind = bone.Bind };
            }
        }

        /// <summary>The number of the bone with this name.</summary>
        public int Find(string name)
        {
            UIntPtr index;
            RigmillException.Check(Native.rigmill_skeleton_find(Id, Texts.Write(name), out index));
            return (int)index;
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_skeleton_close(id);
        }

        void ReadCount()
        {
            UIntPtr count;
            RigmillException.Check(Native.rigmill_skeleton_bone_count(Id, out count));
            Count = (int)count;
        }
    }
}
