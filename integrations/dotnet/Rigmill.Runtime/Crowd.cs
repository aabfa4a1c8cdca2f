using System;
using System.Runtime.InteropServices;

namespace Rigmill.Runtime
{
    /// <summary>The actions of a kind of character: what crowds are made of. Any thread may use it.</summary>
    public sealed class Actions : Resource
    {
        /// <summary>Loads an action set by its asset name, with its skeleton and all its clips.</summary>
        public Actions(Content content, string name)
        {
            RigmillException.Check(Native.rigmill_actions_load(content.Id, Texts.Write(name), out Id));
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_actions_close(id);
        }
    }

    /// <summary>Many characters of one kind. One thread at a time; each thread may have a crowd of its own.</summary>
    public sealed class Crowd : Resource
    {
        /// <summary>A crowd without characters.</summary>
        public Crowd(Actions actions)
        {
            RigmillException.Check(Native.rigmill_crowd_create(actions.Id, UIntPtr.Zero, out Id));
        }

        /// <summary>Adds a character.</summary>
        public Character Add()
        {
            Character character;
            RigmillException.Check(Native.rigmill_crowd_add(Id, out character));
            return character;
        }

        /// <summary>Removes a character.</summary>
        public void Remove(Character character)
        {
            RigmillException.Check(Native.rigmill_crowd_remove(Id, character));
        }

        /// <summary>Plays an action of a layer on a character from its start.</summary>
        public void Play(Character character, string layer, string action)
        {
            RigmillException.Check(Native.rigmill_crowd_play(Id, character, Texts.Write(layer), Texts.Write(action)));
        }

        /// <summary>Moves all characters on by some seconds.</summary>
        public void Update(float seconds)
        {
            RigmillException.Check(Native.rigmill_crowd_update(Id, seconds));
        }

        /// <summary>How the clips moved a character's root in the last update.</summary>
        public Place Movement(Character character)
        {
            Place movement;
            RigmillException.Check(Native.rigmill_crowd_movement(Id, character, out movement));
            return movement;
        }

        /// <summary>Copies the matrices of a character's bones relative to the model, 16 numbers each.</summary>
        public void CopyMatrices(Character character, float[] destination)
        {
            IntPtr matrices;
            UIntPtr count;
            RigmillException.Check(Native.rigmill_crowd_character_matrices(Id, character, out matrices, out count));
            Marshal.Copy(matrices, destination, 0, 16 * (int)count);
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_crowd_close(id);
        }
    }
}
