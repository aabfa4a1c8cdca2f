using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

/// <summary>A file that is not what the format says.</summary>
sealed class XnbException : Exception
{
    public XnbException(string message) : base(message)
    {
    }
}

/// <summary>
/// .NET's own BinaryReader over a file's content, and what XNA's ContentReader adds: objects behind the numbers of their type
/// readers, shared resources, references to other files. Strict: bools are 0 or 1, text is UTF-8, counts fit the file.
/// </summary>
sealed class ContentReader : BinaryReader
{
    readonly List<TypeReader> readers = new List<TypeReader>();
    readonly List<KeyValuePair<int, string>> references = new List<KeyValuePair<int, string>>();

    public ContentReader(byte[] file) : base(new MemoryStream(file, false), new UTF8Encoding(false, true))
    {
    }

    public long Left
    {
        get { return BaseStream.Length - BaseStream.Position; }
    }

    /// <summary>Reads the names and versions of the type readers, and finds each.</summary>
    public List<string> ReadManifest()
    {
        var names = new List<string>();
        for (int left = ReadPacked(); left > 0; left--)
        {
            string name = ReadString();
            int version = ReadInt32();
            Check(version == 0, name + " has the version " + version);
            names.Add(name);
            readers.Add(TypeReaders.Find(TypeName.Parse(name)));
        }
        return names;
    }

    public int ReadPacked()
    {
        int number = Read7BitEncodedInt();
        Check(number >= 0, "a packed number is negative: " + number);
        return number;
    }

    public override bool ReadBoolean()
    {
        byte flag = ReadByte();
        Check(flag <= 1, "a bool is " + flag);
        return flag == 1;
    }

    /// <summary>Reads a count of things that have at least so many bytes each.</summary>
    public int ReadCount(int size)
    {
        int count = ReadInt32();
        Check(count >= 0 && (long)count * size <= Left, "no room for " + count + " things of " + size + " bytes");
        return count;
    }

    public byte[] ReadExactly(int count)
    {
        byte[] bytes = ReadBytes(count);
        Check(bytes.Length == count, "the file ends early");
        return bytes;
    }

    public float[] ReadSingles(int count)
    {
        var numbers = new float[count];
        for (int at = 0; at < count; at++)
        {
            numbers[at] = ReadSingle();
        }
        return numbers;
    }

    /// <summary>Reads a count, and so many things of at least so many bytes.</summary>
    public List<object> ReadList(int size, Func<ContentReader, object> read)
    {
        var list = new List<object>();
        for (int left = ReadCount(size); left > 0; left--)
        {
            list.Add(read(this));
        }
        return list;
    }

    /// <summary>Reads the number of a type reader; null for a null object.</summary>
    public TypeReader ReadTypeReader()
    {
        int number = ReadPacked();
        Check(number <= readers.Count, "there is no type reader " + number);
        return number == 0 ? null : readers[number - 1];
    }

    public object ReadObject()
    {
        TypeReader reader = ReadTypeReader();
        return reader == null ? null : reader.Read(this);
    }

    /// <summary>Reads an object of the type that a reader of this name reads, or null.</summary>
    public object ReadObject(string name)
    {
        TypeReader reader = ReadTypeReader();
        Check(reader == null || reader.Name == name, "an object is read by another reader than " + name);
        return reader == null ? null : reader.Read(this);
    }

    /// <summary>The reader of a type that an array, list or dictionary is of. As in XNA, the file must list it, or its game fails.</summary>
    public TypeReader ReaderOf(string type)
    {
        TypeReader reader = readers.Find(it => it.Type == type);
        Check(reader != null, "there is no type reader for " + type);
        return reader;
    }

    /// <summary>Reads the number of a shared resource, which a reader whose name ends so must read; 0 for none.</summary>
    public int ReadSharedResource(string ending)
    {
        int number = ReadPacked();
        references.Add(new KeyValuePair<int, string>(number, ending));
        return number;
    }

    /// <summary>Compares what was said of shared resources with those that there are.</summary>
    public void CheckReferences(List<TypeReader> resources)
    {
        foreach (var reference in references)
        {
            Check(reference.Key <= resources.Count, "there is no shared resource " + reference.Key);
            TypeReader found = reference.Key == 0 ? null : resources[reference.Key - 1];
            bool fits = found == null || found.Name.EndsWith(reference.Value, StringComparison.Ordinal);
            Check(fits, "shared resource " + reference.Key + " is not read by a " + reference.Value);
        }
    }

    public static void Check(bool condition, string otherwise)
    {
        if (!condition)
        {
            throw new XnbException(otherwise);
        }
    }
}
