using System;
using System.Globalization;
using System.Linq;
using Microsoft.Xna.Framework;
using Rigmill.Runtime;
using Rigmill.Xna;

/// <summary>Half a second of a game: prints a bone, the first joint of each skin, and a vertex of each mesh.</summary>
static class XnaGame
{
    static string Numbers(params float[] values)
    {
        return string.Join(" ", values.Select(it => it.ToString("G9", CultureInfo.InvariantCulture)));
    }

    static string Cells(Matrix it)
    {
        return Numbers(it.M11, it.M12, it.M13, it.M14, it.M21, it.M22, it.M23, it.M24,
            it.M31, it.M32, it.M33, it.M34, it.M41, it.M42, it.M43, it.M44);
    }

    static void Main(string[] arguments)
    {
        var content = new RigmillContent(arguments[0]);
        RigmillCharacter hero = content.LoadCharacter("Hero/Grund.actions");
        hero.Player.Play("body", "Stroll");
        TimeSpan frame = TimeSpan.FromSeconds(0.125);
        for (int number = 0; number < 4; number++)
        {
            hero.Update(new GameTime(frame, frame));
        }
        Console.WriteLine("head " + Cells(hero.Bones[hero.Player.Skeleton.Find("Head_NA")]));
        using (var model = new Model(content.Content, "Models/Grund.model"))
        {
            for (int number = 0; number < model.MeshCount; number++)
            {
                RigmillMesh mesh = content.LoadMesh("Models/Grund.model", number);
                var last = mesh.Vertices[mesh.Vertices.Length - 1];
                Console.WriteLine("mesh {0} {1} {2} {3}", mesh.Mesh.Name, mesh.Vertices.Length, mesh.Indices.Length, mesh.Mesh.Parts.Length);
                Console.WriteLine("vertex " + Numbers(last.Position.X, last.Position.Y, last.Position.Z, last.Normal.X, last.Normal.Y,
                    last.Normal.Z, last.TextureCoordinate.X, last.TextureCoordinate.Y));
                Console.WriteLine("index " + mesh.Indices.Last());
                if (!mesh.Mesh.IsSkinned) continue;
                using (var skin = new Skin(model, number, hero.Player.Skeleton))
                {
                    var joints = new Matrix[skin.Count];
                    hero.CopyJointsTo(skin, joints);
                    Console.WriteLine("joint " + Cells(joints[0]));
                }
            }
        }
        content.Dispose();
        hero.Update(new GameTime(frame, frame));
        hero.Dispose();
    }
}
