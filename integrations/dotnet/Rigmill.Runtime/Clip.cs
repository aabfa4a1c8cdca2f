namespace Rigmill.Runtime
{
    /// <summary>A clip of any kind, compressed ones included, with its root motion and its events. Any thread may use it.</summary>
    public sealed class Clip : Resource
    {
        readonly Native.ClipInfo info;

        /// <summary>Loads a clip by its asset name.</summary>
        public Clip(Content content, string name, Skeleton skeleton)
        {
            RigmillException.Check(Native.rigmill_clip_load(content.Id, Texts.Write(name), skeleton.Id, out Id));
            RigmillException.Check(Native.rigmill_clip_info(Id, out info));
        }

        /// <summary>Seconds.</summary>
        public float Duration
        {
            get { return info.Duration; }
        }

        /// <summary>Whether it moves its root.</summary>
        public bool HasMotion
        {
            get { return info.HasMotion != 0; }
        }

        internal override Status Close(Native.Id id)
        {
            return Native.rigmill_clip_close(id);
        }
    }
}
