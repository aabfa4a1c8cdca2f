using System.Collections.Generic;

/// <summary>XNA's Model: bones, meshes, and their parts, which refer to shared buffers and effects.</summary>
static class Models
{
    const string Text = "Microsoft.Xna.Framework.Content.StringReader";

    public static object Read(ContentReader input)
    {
        var bones = input.ReadList(65, ReadBone);
        var hierarchy = new List<object>();
        foreach (object bone in bones)
        {
            hierarchy.Add(ReadLinks(input, bones.Count));
        }
        return new Record
        {
            { "bones", bones },
            { "hierarchy", hierarchy },
            { "meshes", input.ReadList(22, it => ReadMesh(it, bones.Count)) },
            { "root", ReadReference(input, bones.Count) },
            { "tag", input.ReadObject() },
        };
    }

    static object ReadBone(ContentReader input)
    {
        return new Record { { "name", input.ReadObject(Text) }, { "transform", input.ReadSingles(16) } };
    }

    static Record ReadLinks(ContentReader input, int bones)
    {
        return new Record
        {
            { "parent", ReadReference(input, bones) },
            { "children", input.ReadList(1, it => ReadReference(it, bones)) },
        };
    }

    /// <summary>Reads the number of a bone, from 0; null for none.</summary>
    static object ReadReference(ContentReader input, int bones)
    {
        uint number = bones < 255 ? input.ReadByte() : input.ReadUInt32();
        ContentReader.Check(number <= bones, "there is no bone " + number);
        return number == 0 ? null : (object)(number - 1);
    }

    static object ReadMesh(ContentReader input, int bones)
    {
        return new Record
        {
            { "name", input.ReadObject(Text) },
            { "bone", ReadReference(input, bones) },
            { "sphere", input.ReadSingles(4) },
            { "tag", input.ReadObject() },
            { "parts", input.ReadList(20, ReadPart) },
        };
    }

    static object ReadPart(ContentReader input)
    {
        return new Record
        {
            { "vertexOffset", input.ReadUInt32() },
            { "vertexCount", input.ReadUInt32() },
            { "startIndex", input.ReadUInt32() },
            { "primitiveCount", input.ReadUInt32() },
            { "tag", input.ReadObject() },
            { "vertexBuffer", input.ReadSharedResource("VertexBufferReader") },
            { "indexBuffer", input.ReadSharedResource("IndexBufferReader") },
            // BasicEffectReader, SkinnedEffectReader, EffectMaterialReader.
            { "effect", input.ReadSharedResource("Reader") },
        };
    }
}
