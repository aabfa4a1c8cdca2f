using System;
using System.Runtime.InteropServices;

namespace Rigmill.Runtime
{
    /// <summary>An event of a clip that the last update played.</summary>
    public struct PlayedEvent
    {
        /// <summary>The layer whose clip it is of.</summary>
        public string Layer;
        /// <summary>Its name.</summary>
        public string Name;
        /// <summary>A text for the game.</summary>
        public string Text;
        /// <summary>A number for the game.</summary>
        public float Value;
        /// <summary>Seconds from the beginning of the update to the event.</summary>
        public float After;
        /// <summary>Whether its clip fades out.</summary>
        public bool FadesOut;
    }

    /// <summary>A character that plays the actions of an action set. One thread at a time.</summary>
    public sealed class Player : Resource
    {
        static readonly PlayedEvent[] NoEvents = new PlayedEvent[0];
        readonly IntPtr matrices;
        Native.Event[] events = new Native.Event[16];

        /// <summary>The skeleton.</summary>
        public Skeleton Skeleton { get; private set; }

        /// <summary>Loads an action set by its asset name, with its skeleton and all its clips.</summary>
        public Player(Content content, string name, Rules rules = Rules.Standard)
        {
            Native.Id skeleton;
            UIntPtr count;
            RigmillException.Check(Native.rigmill_player_load(content.Id, Texts.Write(name), rules, out Id));
            RigmillException.Check(Native.rigmill_player_skeleton(Id, out skeleton));
            Skeleton = new Skeleton(skeleton);
            // They stay where they are until the player is closed.
            RigmillException.Check(Native.rigmill_player_matrices(Id, out matrices, out count));
        }

        /// <summary>Plays an action of a layer from its start.</summary>
        public void Play(string layer, string action)
        {
            RigmillException.Check(Native.rigmill_player_play(Id, Texts.Write(layer), Texts.Write(action)));
        }

        /// <summary>Plays a clip that is not in the action set.</summary>
        public void Play(Clip clip, PlayOptions options)
        {
            RigmillException.Check(Native.rigmill_player_play_clip(Id, clip.Id, ref options));
        }

        /// <summary>Fades an additive layer out.</summary>
        public void Stop(string layer, float seconds)
        {
            RigmillException.Check(Native.rigmill_player_stop(Id, Texts.Write(layer), seconds));
        }

        /// <summary>Sets how much of an additive layer is added, 0 to 1.</summary>
        public void SetWeight(string layer, float weight)
        {
            RigmillException.Check(Native.rigmill_player_set_weight(Id, Texts.Write(layer), weight));
        }

        /// <summary>Adds a breath, by the asset name of its settings.</summary>
        public void AddBreath(Content content, string name)
        {
            RigmillException.Check(Native.rigmill_player_add_breath(Id, content.Id, Texts.Write(name)));
        }

        /// <summary>Adds chains of springs, by the asset name of their settings.</summary>
        public void AddSpringBones(Content content, string name)
        {
            RigmillException.Check(Native.rigmill_player_add_spring_bones(Id, content.Id, Texts.Write(name)));
        }

        /// <summary>Moves on by some seconds.</summary>
        public void Update(float seconds)
        {
            RigmillException.Check(Native.rigmill_player_update(Id, seconds));
        }

        /// <summary>How the clips moved the root in the last update.</summary>
        public Place Movement
        {
            get
            {
                Place movement;
                RigmillException.Check(Native.rigmill_player_movement(Id, out movement));
                return movement;
            }
        }

        /// <summary>Copies the matrices of all bones relative to the model, 16 numbers each.</summary>
        public void CopyMatrices(float[] destination)
        {
            Marshal.Copy(Matrices, destination, 0, 16 * Skeleton.Count);
        }

        /// <summary>The events that the last update played, in order. Ask before another action plays.</summary>
        public PlayedEvent[] Events()
        {
            UIntPtr count;
            Status status = Native.rigmill_player_events(Id, events, (UIntPtr)events.Length, out count);
            if (status == Status.BufferTooSmall)
            {
                events = new Native.Event[(int)count];
                status = Native.rigmill_player_events(Id, events, (UIntPtr)events.Length, out count);
            }
            RigmillException.Check(status);
            if (count == UIntPtr.Zero)
            {
                return NoEvents;
            }
            var played = new PlayedEvent[(int)count];
            for (int at = 0; at < played.Length; at++)
            {
                Native.Event found = events[at];
                played[at] = new PlayedEvent
                {
                    Layer = Texts.Read(found.Layer),
                    Name = Texts.Read(found.Name),
                    Text = Texts.Read(found.Words),
                    Value = found.Value,
                    After = found.After,
                    FadesOut = found.FadesOut != 0,
                };
            }
            return played;
        }

        /// <summary>The action that a layer played last; empty if there was none.</summary>
        public string Action(string layer)
        {
            return Texts.Read(State(layer).Action);
        }

        /// <summary>Whether the clip of a layer is at its end, and stays there.</summary>
        public bool HasFinished(string layer)
        {
            return State(layer).Finished != 0;
        }

        internal IntPtr Matrices
        {
            get
            {
                if (Id.Value == 0)
                {
                    throw new ObjectDisposedException("Player");
                }
                return matrices;
            }
        }

        internal override Status Close(Native.Id id)
        {
            Skeleton.Dispose();
            return Native.rigmill_player_close(id);
        }

        Native.LayerState State(string layer)
        {
            Native.LayerState state;
            RigmillException.Check(Native.rigmill_player_layer(Id, Texts.Write(layer), out state));
            return state;
        }
    }
}
