using System;
using System.Collections.Generic;

/// <summary>A type reader: its name, the type that it gives, whether that is a value type, and how it reads.</summary>
sealed class TypeReader
{
    public readonly string Name;
    public readonly string Type;
    public readonly bool IsValueType;
    public readonly Func<ContentReader, object> Read;

    public TypeReader(string name, string type, bool isValueType, Func<ContentReader, object> read)
    {
        Name = name;
        Type = type;
        IsValueType = isValueType;
        Read = read;
    }
}

/// <summary>The type readers by their names: of .NET's and the framework's values, of collections, and of content.</summary>
static class TypeReaders
{
    const string Content = "Microsoft.Xna.Framework.Content.";
    const string Framework = "Microsoft.Xna.Framework.";

    static readonly Dictionary<string, TypeReader> Known = new Dictionary<string, TypeReader>();

    static TypeReaders()
    {
        AddValue("System.Byte", input => input.ReadByte());
        AddValue("System.SByte", input => input.ReadSByte());
        AddValue("System.Int16", input => input.ReadInt16());
        AddValue("System.UInt16", input => input.ReadUInt16());
        AddValue("System.Int32", input => input.ReadInt32());
        AddValue("System.UInt32", input => input.ReadUInt32());
        AddValue("System.Int64", input => input.ReadInt64());
        AddValue("System.UInt64", input => input.ReadUInt64());
        AddValue("System.Single", input => input.ReadSingle());
        AddValue("System.Double", input => input.ReadDouble());
        AddValue("System.Boolean", input => input.ReadBoolean());
        AddValue("System.Char", input => input.ReadChar());
        AddValue(Framework + "Vector2", input => input.ReadSingles(2));
        AddValue(Framework + "Vector3", input => input.ReadSingles(3));
        AddValue(Framework + "Vector4", input => input.ReadSingles(4));
        AddValue(Framework + "Quaternion", input => input.ReadSingles(4));
        AddValue(Framework + "Matrix", input => input.ReadSingles(16));
        AddValue(Framework + "Color", input => input.ReadExactly(4));
        AddValue(Framework + "BoundingBox", input => input.ReadSingles(6));
        AddValue(Framework + "BoundingSphere", input => input.ReadSingles(4));
        AddValue(Framework + "Rectangle", input => new[] { input.ReadInt32(), input.ReadInt32(), input.ReadInt32(), input.ReadInt32() });
        AddClass("System.String", input => input.ReadString());
        AddClass(Framework + "Curve", Curves.Read);
        AddClass(Framework + "Graphics.Model", Models.Read);
        AddClass(Framework + "Graphics.VertexBuffer", Vertices.ReadBuffer);
        AddClass(Framework + "Graphics.VertexDeclaration", Vertices.ReadDeclaration);
        AddClass(Framework + "Graphics.IndexBuffer", Indices.Read);
        AddClass(Framework + "Graphics.BasicEffect", Effects.ReadBasic);
        AddClass(Framework + "Graphics.SkinnedEffect", Effects.ReadSkinned);
        AddClass(Framework + "Graphics.EffectMaterial", Effects.ReadMaterial);
        AddClass(Framework + "Graphics.Effect", Effects.ReadCompiled);
        AddClass(Framework + "Graphics.Texture2D", Textures.Read);
        AddClass(Framework + "Graphics.TextureCube", Textures.ReadCube);
        AddClass(Framework + "Audio.SoundEffect", Sounds.ReadEffect);
        AddClass(Framework + "Media.Song", Sounds.ReadSong);
        AddClass(Framework + "Graphics.SpriteFont", SpriteFonts.Read);
        AddClass(Framework + "Graphics.Texture", input => { throw new XnbException("a Texture of no kind"); });
        AddClass(Content + "ExternalReference", input => input.ReadString());
        Add(new TypeReader(Animations.Reader, "RobotGameData.GameObject.AnimationSequence", false, Animations.Read));
    }

    static void AddValue(string type, Func<ContentReader, object> read)
    {
        Add(new TypeReader(ReaderName(type), type, true, read));
    }

    static void AddClass(string type, Func<ContentReader, object> read)
    {
        Add(new TypeReader(ReaderName(type), type, false, read));
    }

    static void Add(TypeReader reader)
    {
        Known.Add(reader.Name, reader);
    }

    static string ReaderName(string type)
    {
        return Content + type.Substring(type.LastIndexOf('.') + 1) + "Reader";
    }

    public static TypeReader Find(TypeName name)
    {
        if (name.Name == Content + "ArrayReader`1")
        {
            return Collection(name, name.Arguments[0] + "[]", ReadItems);
        }
        if (name.Name == Content + "ListReader`1")
        {
            return Collection(name, "System.Collections.Generic.List`1[[" + name.Arguments[0] + "]]", ReadItems);
        }
        if (name.Name == Content + "DictionaryReader`2")
        {
            string arguments = "[[" + name.Arguments[0] + "],[" + name.Arguments[1] + "]]";
            return Collection(name, "System.Collections.Generic.Dictionary`2" + arguments, ReadEntries);
        }
        TypeReader reader;
        ContentReader.Check(Known.TryGetValue(name.ToString(), out reader), "unknown type reader " + name);
        return reader;
    }

    static TypeReader Collection(TypeName name, string type, Func<ContentReader, List<Func<ContentReader, object>>, object> read)
    {
        return new TypeReader(name.ToString(), type, false, input => read(input, name.Arguments.ConvertAll(it => Item(input, it))));
    }

    /// <summary>How the items of a collection are read: values as they are, objects behind the number of their reader.</summary>
    static Func<ContentReader, object> Item(ContentReader input, TypeName type)
    {
        if (type.ToString() == "System.Object")
        {
            return it => it.ReadObject();
        }
        TypeReader reader = input.ReaderOf(type.ToString());
        return reader.IsValueType ? reader.Read : (it => it.ReadObject(reader.Name));
    }

    static object ReadItems(ContentReader input, List<Func<ContentReader, object>> readers)
    {
        return input.ReadList(1, readers[0]);
    }

    static object ReadEntries(ContentReader input, List<Func<ContentReader, object>> readers)
    {
        var record = new Record();
        for (int left = input.ReadCount(1); left > 0; left--)
        {
            object key = readers[0](input);
            ContentReader.Check(record.TrueForAll(it => it.Key != key.ToString()), "the key " + key + " stands twice");
            record.Add(key.ToString(), readers[1](input));
        }
        return record;
    }
}
