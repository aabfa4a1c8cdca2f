using System;
using System.Runtime.InteropServices;

namespace Rigmill.Runtime
{
    /// <summary>A mesh of a model, copied.</summary>
    public sealed class Mesh
    {
        /// <summary>Its name.</summary>
        public string Name { get; internal set; }
        /// <summary>The bone of the model to which it is attached.</summary>
        public int Bone { get; internal set; }
        /// <summary>Whether bones move its vertices.</summary>
        public bool IsSkinned { get; internal set; }
        /// <summary>The vertices.</summary>
        public Vertex[] Vertices { get; internal set; }
        /// <summary>Three indices for each triangle.</summary>
        public int[] Indices { get; internal set; }
        /// <summary>The parts, which follow each other and cover all indices.</summary>
        public MeshPart[] Parts { get; internal set; }
    }

    /// <summary>A model. Any thread may use it.</summary>
    public sealed class Model : Resource
    {
        const uint Indices16 = 7;

        /// <summary>The number of meshes.</summary>
        public int MeshCount { get; private set; }

        /// <summary>Loads a model by its asset name.</summary>
        public Model(Content content, string name)
        {
            Native.ModelInfo info;
            RigmillException.Check(Native.rigmill_model_load(content.Id, Texts.Write(name), out Id));
            RigmillException.Check(Native.rigmill_model_info(Id, out info));
            MeshCount = (int)info.MeshCount;
        }

        /// <summary>A mesh by its number.</summary>
        public Mesh Mesh(int number)
        {
            Native.MeshInfo info;
            var index = (UIntPtr)(uint)number;
            RigmillException.Check(Native.rigmill_model_mesh(Id, index, out info));
            var vertices = new Vertex[(int)info.VertexCount];
            RigmillException.Check(
                Native.rigmill_model_copy_vertices(Id, index, vertices, (UIntPtr)vertices.Length));
            var parts = new MeshPart[(int)info.PartCount];
            for (int at = 0; at < parts.Length; at++)
            {
                RigmillException.Check(Native.rigmill_model_part(Id, index, (UIntPtr)(uint)at, out parts[at]));
            }
            return new Mesh
            {
                Name = Texts.Read(info.Name),
                Bone = (int)info.Bone,
                IsSkinned = info.SkinBoneCount != UIntPtr.Zero,
                Vertices = vertices,
                Indices = Indices(info.Indices),
                Parts = parts,
            };
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_model_close(id);
        }

        static int[] Indices(Native.Stream stream)
        {
            var indices = new int[(int)stream.Count];
            if (stream.Format == Indices16)
            {
                var small = new short[indices.Length];
                Marshal.Copy(stream.Data, small, 0, small.Length);
                for (int at = 0; at < small.Length; at++)
                {
                    indices[at] = (ushort)small[at];
                }
            }
            else
            {
                Marshal.Copy(stream.Data, indices, 0, indices.Length);
            }
            return indices;
        }
    }

    /// <summary>The skin of a mesh on the skeleton of a player.</summary>
    public sealed class Skin : Resource
    {
        /// <summary>The number of joints.</summary>
        public int Count { get; private set; }

        /// <summary>Binds the skin of a mesh to a skeleton, by the names of bones.</summary>
        public Skin(Model model, int mesh, Skeleton skeleton)
        {
            UIntPtr count;
            RigmillException.Check(
                Native.rigmill_skin_create(model.Id, (UIntPtr)(uint)mesh, skeleton.Id, out Id));
            RigmillException.Check(Native.rigmill_skin_joint_count(Id, out count));
            Count = (int)count;
        }

        /// <summary>The matrices of all joints for a player's pose, 16 numbers each: what a shader needs.</summary>
        public void CopyMatrices(Player player, float[] destination)
        {
            var capacity = (UIntPtr)(uint)(destination.Length / 16);
            var bones = (UIntPtr)(uint)player.Skeleton.Count;
            RigmillException.Check(
                Native.rigmill_skin_matrices(Id, player.Matrices, bones, destination, capacity));
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_skin_close(id);
        }
    }
}
