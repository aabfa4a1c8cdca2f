using System.Collections.Generic;
using System.Text;

/// <summary>A whole file: header, type readers, content, shared resources, and nothing behind.</summary>
static class XnbFile
{
    const byte HiDef = 0x01;

    public static Record Read(byte[] file)
    {
        var input = new ContentReader(file);
        var record = new Record();
        ReadHeader(input, record);
        record.Add("readers", input.ReadManifest());
        int count = input.ReadPacked();
        TypeReader reader = input.ReadTypeReader();
        ContentReader.Check(reader != null, "the content is null");
        record.Add("reader", reader.Name);
        record.Add("content", reader.Read(input));
        record.Add("sharedResources", ReadSharedResources(input, count));
        ContentReader.Check(input.Left == 0, input.Left + " bytes behind the content");
        return record;
    }

    static void ReadHeader(ContentReader input, Record record)
    {
        string magic = Encoding.ASCII.GetString(input.ReadExactly(3));
        ContentReader.Check(magic == "XNB", "no XNB file");
        record.Add("platform", ((char)input.ReadByte()).ToString());
        byte version = input.ReadByte(), flags = input.ReadByte();
        ContentReader.Check(version == 5, "the version " + version);
        ContentReader.Check((flags & ~HiDef) == 0, "the flags " + flags);
        record.Add("profile", flags == HiDef ? "HiDef" : "Reach");
        long size = input.ReadUInt32(), found = input.BaseStream.Length;
        ContentReader.Check(size == found, size + " bytes by its header, " + found + " there are");
    }

    static List<object> ReadSharedResources(ContentReader input, int count)
    {
        var readers = new List<TypeReader>();
        var resources = new List<object>();
        for (; count > 0; count--)
        {
            TypeReader reader = input.ReadTypeReader();
            ContentReader.Check(reader != null, "a shared resource is null");
            readers.Add(reader);
            resources.Add(new Record { { "reader", reader.Name }, { "content", reader.Read(input) } });
        }
        input.CheckReferences(readers);
        return resources;
    }
}
