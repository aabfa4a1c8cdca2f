using System;
using System.Runtime.InteropServices;

namespace Rigmill.Runtime
{
    /// <summary>The functions of rigmill.h that the other classes use, and its structs.</summary>
    static class Native
    {
        const string Library = "rigmill_capi";
        const CallingConvention Convention = CallingConvention.Cdecl;

        /// <summary>The RIGMILL_ABI_VERSION that the declarations here are of.</summary>
        public const uint AbiVersion = 1;

        /// <summary>A handle of any kind; the default is none.</summary>
        [StructLayout(LayoutKind.Sequential)]
        public struct Id
        {
            public ulong Value;
        }

        /// <summary>UTF-8 without a NUL at its end.</summary>
        [StructLayout(LayoutKind.Sequential)]
        public struct Text
        {
            public IntPtr Data;
            public UIntPtr Length;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct Bone
        {
            public Text Name;
            public Transform Bind;
            public int Parent;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct Event
        {
            public Text Layer;
            public Text Name;
            public Text Words;
            public ulong Id;
            public float Value;
            public float After;
            public uint FadesOut;
            public uint Reserved;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct LayerState
        {
            public Text Action;
            public uint Finished;
            public uint Passes;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct ClipInfo
        {
            public float Duration;
            public float FrameRate;
            public uint BoneCount;
            public uint MovedBoneCount;
            public uint EventCount;
            public uint HasMotion;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct ModelInfo
        {
            public uint BoneCount;
            public uint MeshCount;
            public uint MaterialCount;
            public float Radius;
            public Vector Center;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct Stream
        {
            public IntPtr Data;
            public UIntPtr Count;
            public uint Stride;
            public uint Format;
            public uint SetCount;
            public uint Reserved;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct MeshInfo
        {
            public Text Name;
            public Stream Positions;
            public Stream Normals;
            public Stream Tangents;
            public Stream Colors;
            public Stream Uvs;
            public Stream Joints;
            public Stream Weights;
            public Stream Indices;
            public IntPtr SkinBones;
            public IntPtr InverseBinds;
            public UIntPtr SkinBoneCount;
            public uint Bone;
            public uint VertexCount;
            public uint PartCount;
            public uint TargetCount;
            public Vector BoxMin;
            public Vector BoxMax;
        }

        [DllImport(Library, CallingConvention = Convention)] public static extern uint rigmill_abi_version();
        [DllImport(Library, CallingConvention = Convention)] public static extern IntPtr rigmill_last_error();

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_content_open(byte[] path, out Id content);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_content_create(out Id content);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_content_insert(Id content, byte[] name, byte[] bytes, UIntPtr length);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_content_reload(Id content, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_content_close(Id content);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skeleton_load(Id content, byte[] name, out Id skeleton);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skeleton_bone_count(Id skeleton, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skeleton_bone(Id skeleton, UIntPtr index, out Bone bone);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skeleton_find(Id skeleton, byte[] name, out UIntPtr index);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skeleton_close(Id skeleton);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_clip_load(Id content, byte[] name, Id skeleton, out Id clip);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_clip_info(Id clip, out ClipInfo info);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_clip_close(Id clip);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_load(Id content, byte[] name, out Id model);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_info(Id model, out ModelInfo info);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_mesh(Id model, UIntPtr index, out MeshInfo mesh);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_part(Id model, UIntPtr mesh, UIntPtr index, out MeshPart part);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_copy_vertices(Id model, UIntPtr mesh, [In, Out] Vertex[] vertices, UIntPtr capacity);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_model_close(Id model);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skin_create(Id model, UIntPtr mesh, Id skeleton, out Id skin);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skin_joint_count(Id skin, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skin_matrices(Id skin, IntPtr bones, UIntPtr boneCount, float[] matrices, UIntPtr capacity);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_skin_close(Id skin);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_load(Id content, byte[] name, Rules rules, out Id player);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_play(Id player, byte[] layer, byte[] action);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_play_clip(Id player, Id clip, ref PlayOptions options);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_stop(Id player, byte[] layer, float seconds);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_set_weight(Id player, byte[] layer, float weight);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_update(Id player, float seconds);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_matrices(Id player, out IntPtr matrices, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_movement(Id player, out Place movement);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_events(Id player, [In, Out] Event[] events, UIntPtr capacity, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_layer(Id player, byte[] layer, out LayerState state);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_skeleton(Id player, out Id skeleton);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_add_breath(Id player, Id content, byte[] name);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_add_spring_bones(Id player, Id content, byte[] name);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_player_close(Id player);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_place_move(ref Place place, ref Place movement);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_actions_load(Id content, byte[] name, out Id actions);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_actions_close(Id actions);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_create(Id actions, UIntPtr length, out Id crowd);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_add(Id crowd, out Character character);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_remove(Id crowd, Character character);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_play(Id crowd, Character character, byte[] layer, byte[] action);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_update(Id crowd, float seconds);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_movement(Id crowd, Character character, out Place movement);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_character_matrices(Id crowd, Character character, out IntPtr matrices, out UIntPtr count);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_crowd_close(Id crowd);

        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_collision_load(Id content, byte[] name, out Id collision);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_collision_ray(Id collision, ref Vector origin, ref Vector direction, float maxDistance, uint frontsOnly, out Hit hit);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_collision_sphere(Id collision, ref Vector center, float radius, out Contact contact);
        [DllImport(Library, CallingConvention = Convention)] public static extern Status rigmill_collision_close(Id collision);
    }
}
