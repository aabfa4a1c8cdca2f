using System;
using Microsoft.Xna.Framework;
using Microsoft.Xna.Framework.Graphics;
using Rigmill.Runtime;

namespace Rigmill.Xna
{
    /// <summary>
    /// Native content in a game for XNA, MonoGame or FNA: beside its ContentManager and .xnb files, with compressed clips and all that
    /// native content can do.
    /// </summary>
    public sealed class RigmillContent : IDisposable
    {
        /// <summary>The content itself.</summary>
        public Content Content { get; private set; }

        /// <summary>Opens the content below a folder, such as build/native, or in a pack.</summary>
        public RigmillContent(string path)
        {
            Content = new Content(path);
        }

        /// <summary>Loads an action set by its asset name, as a character that plays it.</summary>
        public RigmillCharacter LoadCharacter(string name)
        {
            return new RigmillCharacter(new Player(Content, name));
        }

        /// <summary>Loads the mesh of a model as data for a vertex buffer and an index buffer.</summary>
        public RigmillMesh LoadMesh(string model, int mesh)
        {
            using (var loaded = new Model(Content, model))
            {
                return new RigmillMesh(loaded.Mesh(mesh));
            }
        }

        /// <summary>Closes the content. Characters and meshes that were loaded from it stay.</summary>
        public void Dispose()
        {
            Content.Dispose();
        }
    }

    /// <summary>A character whose pose is XNA matrices.</summary>
    public sealed class RigmillCharacter : IDisposable
    {
        readonly float[] numbers;
        readonly Matrix[] bones;
        float[] jointNumbers = new float[0];

        /// <summary>The player, to play actions.</summary>
        public Player Player { get; private set; }

        internal RigmillCharacter(Player player)
        {
            Player = player;
            numbers = new float[16 * player.Skeleton.Count];
            bones = new Matrix[player.Skeleton.Count];
            Read();
        }

        /// <summary>Moves on.</summary>
        public void Update(GameTime time)
        {
            Player.Update((float)time.ElapsedGameTime.TotalSeconds);
            Read();
        }

        /// <summary>The matrix of each bone relative to the model, after the last update: as Model.CopyAbsoluteBoneTransformsTo.</summary>
        public Matrix[] Bones
        {
            get { return bones; }
        }

        /// <summary>The matrix of each joint of a skin, for SkinnedEffect.SetBoneTransforms.</summary>
        public void CopyJointsTo(Skin skin, Matrix[] joints)
        {
            if (jointNumbers.Length < 16 * skin.Count)
            {
                jointNumbers = new float[16 * skin.Count];
            }
            skin.CopyMatrices(Player, jointNumbers);
            Copy(jointNumbers, joints, skin.Count);
        }

        /// <summary>Closes the player.</summary>
        public void Dispose()
        {
            Player.Dispose();
        }

        void Read()
        {
            Player.CopyMatrices(numbers);
            Copy(numbers, bones, bones.Length);
        }

        static void Copy(float[] from, Matrix[] to, int count)
        {
            for (int at = 0; at < count; at++)
            {
                int n = 16 * at;
                to[at] = new Matrix(
                    from[n], from[n + 1], from[n + 2], from[n + 3],
                    from[n + 4], from[n + 5], from[n + 6], from[n + 7],
                    from[n + 8], from[n + 9], from[n + 10], from[n + 11],
                    from[n + 12], from[n + 13], from[n + 14], from[n + 15]);
            }
        }
    }

    /// <summary>A mesh as data for XNA's buffers.</summary>
    public sealed class RigmillMesh
    {
        /// <summary>Position, normal, texture coordinates: for VertexBuffer.SetData.</summary>
        public VertexPositionNormalTexture[] Vertices { get; private set; }

        /// <summary>For IndexBuffer.SetData, with IndexElementSize.ThirtyTwoBits.</summary>
        public int[] Indices { get; private set; }

        /// <summary>The mesh with its joints and weights, for a vertex type of the game's own.</summary>
        public Mesh Mesh { get; private set; }

        internal RigmillMesh(Mesh mesh)
        {
            Mesh = mesh;
            Indices = mesh.Indices;
            Vertices = Array.ConvertAll(mesh.Vertices, Converted);
        }

        static VertexPositionNormalTexture Converted(Vertex it)
        {
            return new VertexPositionNormalTexture(
                new Vector3(it.Position.X, it.Position.Y, it.Position.Z),
                new Vector3(it.Normal.X, it.Normal.Y, it.Normal.Z),
                new Vector2(it.U, it.V));
        }
    }
}
