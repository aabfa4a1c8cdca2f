using System;
using System.Globalization;
using System.Linq;
using Rigmill.Runtime;

/// <summary>Plays what content/hero.play plays, and prints the same as `rigmill play`: Hero.exe CONTENT</summary>
static class Hero
{
    static string Number(float value)
    {
        bool isNegativeZero = value == 0 && float.IsNegativeInfinity(1 / value);
        return isNegativeZero ? "-0.0" : value.ToString("G9", CultureInfo.InvariantCulture).Replace("E", "e");
    }

    static string Numbers(params float[] values)
    {
        return "[" + string.Join(",", values.Select(Number)) + "]";
    }

    static void Main(string[] arguments)
    {
        using (var content = new Content(arguments.Length > 0 ? arguments[0] : "content/build/native"))
        using (var player = new Player(content, "Hero/Grund.actions"))
        {
            Place at = Place.Origin;
            var matrices = new float[16 * player.Skeleton.Count];
            Func<string, string> bone = name => "\"" + name + "\":" + Numbers(matrices.Skip(16 * player.Skeleton.Find(name)).Take(16).ToArray());
            for (int frame = 0; frame < 180; frame++)
            {
                if (frame == 0) player.Play("body", "Stroll");
                if (frame == 0) player.Play("arms", "Idle");
                if (frame == 60) player.Play("arms", "Shoot");
                if (frame == 60) player.SetWeight("flinch", 0.5f);
                if (frame == 60) player.Play("flinch", "Hit");
                if (frame == 120) player.Stop("flinch", 0.1f);
                if (frame == 120) player.Play("body", "Idle");
                player.Update(1f / 60f);
                at = at.Moved(player.Movement);
                foreach (PlayedEvent it in player.Events())
                {
                    Console.WriteLine("{{\"event\":\"{0}\",\"f\":{1},\"layer\":\"{2}\",\"after\":{3},\"value\":{4},\"text\":\"{5}\",\"fades_out\":{6}}}",
                        it.Name, frame, it.Layer, Number(it.After), Number(it.Value), it.Text, it.FadesOut ? "true" : "false");
                }
                if (frame % 20 != 0) continue;
                player.CopyMatrices(matrices);
                string place = Numbers((float)at.X, (float)at.Y, (float)at.Z,
                    (float)at.RotationX, (float)at.RotationY, (float)at.RotationZ, (float)at.RotationW);
                Console.WriteLine("{{\"f\":{0},\"place\":{1},\"absolute\":{{{2},{3}}}}}", frame, place, bone("Root"), bone("Head_NA"));
            }
        }
    }
}
