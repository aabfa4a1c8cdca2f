using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using Rigmill.Runtime;

/// <summary>What goes wrong is an exception with its status, and everything works afterwards.</summary>
static class Mistakes
{
    static int failures;

    static void Expect(Status status, Action action)
    {
        try
        {
            action();
            Console.WriteLine("expected " + status + ", found no exception");
        }
        catch (RigmillException exception)
        {
            if (exception.Status == status && exception.Message != "") return;
            Console.WriteLine("expected " + status + ", found " + exception.Status + ": " + exception.Message);
        }
        failures++;
    }

    static void Expect(object expected, object found)
    {
        if (!expected.Equals(found))
        {
            Console.WriteLine("expected " + expected + ", found " + found);
            failures++;
        }
    }

    static int Main(string[] arguments)
    {
        string folder = arguments[0];
        Expect(Status.NotFound, () => new Content("no such folder"));
        Expect(Status.NullPointer, () => new Content(null));
        Expect(Status.BadText, () => new Content(new string('a', 5000)));
        var content = new Content(folder);
        Expect(Status.NotFound, () => new Player(content, "nobody"));
        Expect(Status.CannotLoad, () => new Skeleton(content, "Models/Grund.model"));
        var player = new Player(content, "Hero/Grund.actions");
        Expect(Status.NotFound, () => player.Play("body", "Rnu"));
        Expect(Status.NotFound, () => player.Skeleton.Find("nothing"));
        Expect(Status.OutOfRange, () => player.Skeleton[99].ToString());
        Expect(Status.InvalidArgument, () => player.Stop("body", 0));
        player.AddBreath(content, "Models/Grund.breath");
        player.AddSpringBones(content, "Models/Grund.spring");
        Expect("", player.Action("body"));
        player.Play("body", "Stroll");
        Expect("Stroll", player.Action("body"));
        Expect(false, player.HasFinished("body"));

        // Content that is closed, and what was loaded from it.
        content.Dispose();
        content.Dispose();
        Expect(Status.BadHandle, () => new Player(content, "Hero/Grund.actions"));
        player.Update(0.1f);
        player.Dispose();
        Expect(Status.BadHandle, () => player.Update(0.1f));

        // Files that the game has loaded itself.
        using (var memory = new Content())
        {
            memory.Insert("Models/Grund.skeleton", File.ReadAllBytes(Path.Combine(folder, "Models/Grund.skeleton.rmb")));
            using (var skeleton = new Skeleton(memory, "Models/Grund.skeleton"))
            {
                Expect(30, skeleton.Count);
                Expect("Root", skeleton[0].Name);
                Expect(-1, skeleton[0].Parent);
            }
            Expect(0, memory.Reload());
        }

        using (var game = new Content(folder))
        using (var actions = new Actions(game, "Hero/Grund.actions"))
        using (var crowd = new Crowd(actions))
        using (var yard = new Collision(game, "Models/Levels/Yard_Collision"))
        {
            Character first = crowd.Add();
            Character second = crowd.Add();
            crowd.Remove(first);
            Expect(Status.BadHandle, () => crowd.Play(first, "body", "Idle"));
            crowd.Play(second, "body", "Stroll");
            crowd.Update(0.5f);
            var matrices = new float[16 * 30];
            crowd.CopyMatrices(second, matrices);
            Expect(1f, matrices[15]);
            Expect(true, crowd.Movement(second).Z != 0);
            Hit hit = yard.Ray(new Vector(0, 5, 0), new Vector(0, -1, 0), 10);
            Expect(1u, hit.Found);
            Expect(true, Math.Abs(hit.Distance + hit.Point.Y - 5) < 1e-5);
            Expect(1u, yard.Sphere(hit.Point, 0.1f).Found);
            Expect(0u, yard.Ray(new Vector(0, 5, 0), new Vector(0, 1, 0), 10).Found);
        }
        Console.WriteLine(failures + " failures");
        return failures;
    }
}
