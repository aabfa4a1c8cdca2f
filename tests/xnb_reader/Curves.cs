/// <summary>XNA's Curve.</summary>
static class Curves
{
    static readonly string[] LoopTypes = { "Constant", "Cycle", "CycleOffset", "Oscillate", "Linear" };
    static readonly string[] Continuities = { "Smooth", "Step" };

    public static object Read(ContentReader input)
    {
        return new Record
        {
            { "preLoop", ReadName(input, LoopTypes) },
            { "postLoop", ReadName(input, LoopTypes) },
            { "keys", input.ReadList(20, ReadKey) },
        };
    }

    static object ReadKey(ContentReader input)
    {
        return new Record
        {
            { "position", input.ReadSingle() },
            { "value", input.ReadSingle() },
            { "tangentIn", input.ReadSingle() },
            { "tangentOut", input.ReadSingle() },
            { "continuity", ReadName(input, Continuities) },
        };
    }

    static string ReadName(ContentReader input, string[] names)
    {
        uint number = input.ReadUInt32();
        ContentReader.Check(number < names.Length, number + " is none of " + string.Join(", ", names));
        return names[number];
    }
}
