using System;

namespace Rigmill.Runtime
{
    /// <summary>The built content of a game: a folder, a pack, or files in memory. Any thread may use it.</summary>
    public sealed class Content : Resource
    {
        /// <summary>Opens the content below a folder, such as build/native, or in a pack.</summary>
        public Content(string path)
        {
            RigmillException.Check(Native.rigmill_content_open(Texts.Write(path), out Id));
        }

        /// <summary>Content without any file: Insert adds those that the game has loaded itself.</summary>
        public Content()
        {
            RigmillException.Check(Native.rigmill_content_create(out Id));
        }

        /// <summary>Adds the file of an asset. The name is its path without .rmb.</summary>
        public void Insert(string name, byte[] file)
        {
            RigmillException.Check(Native.rigmill_content_insert(Id, Texts.Write(name), file, (UIntPtr)file.Length));
        }

        /// <summary>Reads the files again that have changed, and counts them. What is loaded already stays as it is.</summary>
        public int Reload()
        {
            UIntPtr count;
            RigmillException.Check(Native.rigmill_content_reload(Id, out count));
            return (int)count;
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_content_close(id);
        }
    }
}
