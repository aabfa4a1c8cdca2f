using System;

/// <summary>XNA's effects of materials, and compiled effects. Textures are names of other files, relative to this one; empty for none.</summary>
static class Effects
{
    const string Parameters = "Microsoft.Xna.Framework.Content.DictionaryReader`2[[System.String],[System.Object]]";

    public static object ReadBasic(ContentReader input)
    {
        return new Record
        {
            { "texture", input.ReadString() },
            { "diffuse", input.ReadSingles(3) },
            { "emissive", input.ReadSingles(3) },
            { "specular", input.ReadSingles(3) },
            { "specularPower", input.ReadSingle() },
            { "alpha", input.ReadSingle() },
            { "vertexColors", input.ReadBoolean() },
        };
    }

    public static object ReadSkinned(ContentReader input)
    {
        return new Record
        {
            { "texture", input.ReadString() },
            { "weightsPerVertex", ReadWeights(input) },
            { "diffuse", input.ReadSingles(3) },
            { "emissive", input.ReadSingles(3) },
            { "specular", input.ReadSingles(3) },
            { "specularPower", input.ReadSingle() },
            { "alpha", input.ReadSingle() },
        };
    }

    static uint ReadWeights(ContentReader input)
    {
        uint weights = input.ReadUInt32();
        ContentReader.Check(weights == 1 || weights == 2 || weights == 4, weights + " weights a vertex");
        return weights;
    }

    /// <summary>A compiled effect: its bytes in hexadecimal.</summary>
    public static object ReadCompiled(ContentReader input)
    {
        byte[] bytes = input.ReadExactly(input.ReadCount(1));
        return new Record { { "bytes", BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant() } };
    }

    public static object ReadMaterial(ContentReader input)
    {
        return new Record { { "effect", input.ReadString() }, { "parameters", input.ReadObject(Parameters) } };
    }
}
