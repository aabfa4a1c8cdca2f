using System;

namespace Rigmill.Runtime
{
    /// <summary>
    /// An object of the library, until Dispose closes it. There is no finalizer: it could close an object during its last call. Use after
    /// Dispose throws a RigmillException whose Status is BadHandle.
    /// </summary>
    public abstract class Resource : IDisposable
    {
        internal Native.Id Id;

        internal Resource()
        {
            uint version = Native.rigmill_abi_version();
            if (version != Native.AbiVersion)
            {
                throw new InvalidOperationException(
                    "the library rigmill_capi has version " + version + ", but these classes need version " + Native.AbiVersion);
            }
        }

        /// <summary>Closes it.</summary>
        public void Dispose()
        {
            if (Id.Value != 0)
            {
                RigmillException.Check(Close(Id));
                Id = default(Native.Id);
            }
        }

        internal abstract Status Close(Native.Id id);
    }
}
