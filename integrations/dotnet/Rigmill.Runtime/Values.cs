using System.Runtime.InteropServices;

namespace Rigmill.Runtime
{
    /// <summary>The rules that clips are sampled and blended by.</summary>
    public enum Rules : uint
    {
        /// <summary>What its authors meant.</summary>
        Standard = 0,
        /// <summary>What Microsoft's RobotGame does, bit for bit.</summary>
        RobotGame = 1,
    }

    /// <summary>What a clip does at its end.</summary>
    public enum PlayMode : uint
    {
        /// <summary>It stops and holds its last pose.</summary>
        Once = 0,
        /// <summary>It begins anew.</summary>
        Repeat = 1,
    }

    /// <summary>x, y, z.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector
    {
        public float X;
        public float Y;
        public float Z;

        public Vector(float x, float y, float z)
        {
            X = x;
            Y = y;
            Z = z;
        }
    }

    /// <summary>A quaternion x, y, z, w.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rotation
    {
        public float X;
        public float Y;
        public float Z;
        public float W;
    }

    /// <summary>Scale, then rotation, then translation.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Transform
    {
        public Vector Translation;
        public Rotation Rotation;
        public Vector Scale;
    }

    /// <summary>A rotation, then a translation, in double precision: where a character is, or how it moved.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Place
    {
        public double X;
        public double Y;
        public double Z;
        public double RotationX;
        public double RotationY;
        public double RotationZ;
        public double RotationW;

        /// <summary>The origin, without a rotation.</summary>
        public static readonly Place Origin = new Place { RotationW = 1 };

        /// <summary>This place after a movement, as seen from this place.</summary>
        public Place Moved(Place movement)
        {
            Place moved = this;
            RigmillException.Check(Native.rigmill_place_move(ref moved, ref movement));
            return moved;
        }
    }

    /// <summary>How a clip is played.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PlayOptions
    {
        /// <summary>Where in the clip it starts, in seconds.</summary>
        public float StartTime;
        /// <summary>Seconds of cross-fade; 0 cuts.</summary>
        public float BlendTime;
        /// <summary>Seconds of the clip a second.</summary>
        public float TimeScale;
        /// <summary>What it does at its end.</summary>
        public PlayMode Mode;
    }

    /// <summary>A vertex as most engines draw it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vertex
    {
        public Vector Position;
        public Vector Normal;
        public float U;
        public float V;
        public ushort Joint0;
        public ushort Joint1;
        public ushort Joint2;
        public ushort Joint3;
        public float Weight0;
        public float Weight1;
        public float Weight2;
        public float Weight3;
    }

    /// <summary>A part of a mesh that is drawn with one material.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MeshPart
    {
        public uint FirstIndex;
        public uint IndexCount;
        /// <summary>The number of its material; -1 for none.</summary>
        public int Material;
    }

    /// <summary>What a ray met.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Hit
    {
        /// <summary>1 if it met a triangle.</summary>
        public uint Found;
        public uint Triangle;
        public uint Front;
        public float Distance;
        public Vector Point;
        public Vector Normal;
    }

    /// <summary>A triangle that a sphere touches.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Contact
    {
        /// <summary>1 if it touches one.</summary>
        public uint Found;
        public uint Triangle;
        public float Distance;
        public Vector Point;
        public Vector Normal;
    }

    /// <summary>A character of a crowd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Character
    {
        uint first;
        uint second;
        uint third;
    }
}
