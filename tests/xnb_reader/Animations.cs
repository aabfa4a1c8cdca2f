/// <summary>RobotGame's AnimationSequence, as its AnimationReader reads it.</summary>
static class Animations
{
    public const string Reader = "RobotGameData.GameObject.AnimationReader";

    public static object Read(ContentReader input)
    {
        int count = input.ReadCount(1);
        var duration = input.ReadSingle();
        var sequences = new object[count];
        for (int at = 0; at < count; at++)
        {
            sequences[at] = ReadSequence(input);
        }
        return new Record { { "duration", duration }, { "sequences", sequences } };
    }

    static Record ReadSequence(ContentReader input)
    {
        return new Record
        {
            { "boneName", input.ReadString() },
            { "keyCount", input.ReadInt32() },
            { "duration", input.ReadSingle() },
            { "keyInterval", input.ReadSingle() },
            { "hasTranslation", input.ReadBoolean() },
            { "hasRotation", input.ReadBoolean() },
            { "hasScale", input.ReadBoolean() },
            { "hasTime", input.ReadBoolean() },
            { "fixedTranslation", input.ReadBoolean() },
            { "fixedRotation", input.ReadBoolean() },
            { "fixedScale", input.ReadBoolean() },
            { "translation", input.ReadList(12, it => it.ReadSingles(3)) },
            { "rotation", input.ReadList(16, it => it.ReadSingles(4)) },
            { "scale", input.ReadList(12, it => it.ReadSingles(3)) },
            { "time", input.ReadList(4, it => it.ReadSingle()) },
        };
    }
}
