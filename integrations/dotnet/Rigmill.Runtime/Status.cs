using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Rigmill.Runtime
{
    /// <summary>What a function of the library returned.</summary>
    public enum Status
    {
        /// <summary>It did what it should.</summary>
        Ok = 0,
        /// <summary>An argument is null.</summary>
        NullPointer = 1,
        /// <summary>A pointer is not aligned, or its length is larger than memory.</summary>
        BadPointer = 2,
        /// <summary>A text is not UTF-8, or longer than 4,095 bytes.</summary>
        BadText = 3,
        /// <summary>An object was disposed of, or a character is not in the crowd.</summary>
        BadHandle = 4,
        /// <summary>A handle is of another kind.</summary>
        WrongKind = 5,
        /// <summary>Another thread is using the object.</summary>
        Busy = 6,
        /// <summary>A buffer is too small.</summary>
        BufferTooSmall = 7,
        /// <summary>Buffers overlap.</summary>
        OverlappingBuffers = 8,
        /// <summary>There is no such file, asset, bone, layer or action.</summary>
        NotFound = 9,
        /// <summary>A file cannot be read, is damaged, of another version, or holds something else.</summary>
        CannotLoad = 10,
        /// <summary>A number counts something that does not exist.</summary>
        OutOfRange = 11,
        /// <summary>An argument has a value that is not allowed.</summary>
        InvalidArgument = 12,
        /// <summary>Things do not fit together, such as a clip and a skeleton.</summary>
        DoesNotFit = 13,
        /// <summary>A clip cannot be played on.</summary>
        CannotPlay = 14,
        /// <summary>There is not enough memory.</summary>
        OutOfMemory = 15,
        /// <summary>An error in Rigmill.</summary>
        Internal = 16,
    }

    /// <summary>An error of the library.</summary>
    public sealed class RigmillException : Exception
    {
        /// <summary>What kind of error it is.</summary>
        public Status Status { get; private set; }

        internal RigmillException(Status status, string message) : base(message)
        {
            Status = status;
        }

        /// <summary>Throws unless the status is Ok.</summary>
        internal static void Check(Status status)
        {
            if (status != Status.Ok)
            {
                throw new RigmillException(status, Texts.Read(Native.rigmill_last_error()));
            }
        }
    }

    /// <summary>Texts on their way to the library and back.</summary>
    static class Texts
    {
        /// <summary>UTF-8 with a NUL at its end; null stays null, which the library refuses.</summary>
        public static byte[] Write(string text)
        {
            return text == null ? null : Encoding.UTF8.GetBytes(text + "\0");
        }

        public static string Read(Native.Text text)
        {
            return Read(text.Data, (int)text.Length);
        }

        public static string Read(IntPtr terminated)
        {
            int length = 0;
            while (Marshal.ReadByte(terminated, length) != 0)
            {
                length++;
            }
            return Read(terminated, length);
        }

        static string Read(IntPtr data, int length)
        {
            var bytes = new byte[length];
            Marshal.Copy(data, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }
    }
}
