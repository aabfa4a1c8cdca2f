using System;
using System.Collections.Generic;

/// <summary>A part of a vertex: where it is, what it is made of, what it means.</summary>
sealed class VertexElement
{
    public readonly uint Offset;
    public readonly string Name;
    public readonly int Size;
    public readonly Func<ContentReader, object> Read;

    public VertexElement(uint offset, string name, int size, Func<ContentReader, object> read)
    {
        Offset = offset;
        Name = name;
        Size = size;
        Read = read;
    }
}

/// <summary>Vertex buffers, each behind the declaration of its vertices.</summary>
static class Vertices
{
    static readonly string[] Usages =
    {
        "Position", "Color", "TextureCoordinate", "Normal", "Binormal", "Tangent", "BlendIndices", "BlendWeight",
        "Depth", "Fog", "PointSize", "Sample", "TessellateFactor",
    };

    public static object ReadBuffer(ContentReader input)
    {
        int stride;
        List<VertexElement> elements = ReadElements(input, out stride);
        int count = input.ReadCount(stride);
        var bytes = input.ReadExactly(count * stride);
        var record = new Record { { "stride", stride }, { "count", count } };
        foreach (VertexElement element in elements)
        {
            record.Add(element.Name, Pick(bytes, stride, element));
        }
        return record;
    }

    public static object ReadDeclaration(ContentReader input)
    {
        int stride;
        List<VertexElement> elements = ReadElements(input, out stride);
        return new Record { { "stride", stride }, { "elements", elements.ConvertAll(it => it.Name) } };
    }

    /// <summary>Reads a declaration, and checks what VertexDeclaration's constructor does: places, no two in one, no two of a name.</summary>
    static List<VertexElement> ReadElements(ContentReader input, out int stride)
    {
        stride = input.ReadInt32();
        ContentReader.Check(stride > 0 && stride % 4 == 0, "a vertex of " + stride + " bytes");
        var elements = new List<VertexElement>();
        for (int left = input.ReadCount(16); left > 0; left--)
        {
            VertexElement element = ReadElement(input);
            long end = element.Offset + (long)element.Size;
            ContentReader.Check(element.Offset % 4 == 0 && end <= stride, element.Name + " is not inside the vertex");
            foreach (VertexElement other in elements)
            {
                bool apart = end <= other.Offset || element.Offset >= other.Offset + other.Size;
                ContentReader.Check(apart && element.Name != other.Name, element.Name + " and " + other.Name + " collide");
            }
            elements.Add(element);
        }
        return elements;
    }

    static VertexElement ReadElement(ContentReader input)
    {
        uint offset = input.ReadUInt32(), format = input.ReadUInt32(), usage = input.ReadUInt32(), index = input.ReadUInt32();
        ContentReader.Check(usage < Usages.Length && index < 16, "no usage " + usage + " of index " + index);
        string name = Usages[usage] + index;
        if (format < 4)
        {
            int numbers = (int)format + 1;
            return new VertexElement(offset, name, 4 * numbers, it => it.ReadSingles(numbers));
        }
        // Color and Byte4.
        ContentReader.Check(format == 4 || format == 5, name + " is of the format " + format);
        return new VertexElement(offset, name, 4, it => it.ReadExactly(4));
    }

    static List<object> Pick(byte[] bytes, int stride, VertexElement element)
    {
        var values = new List<object>();
        var vertices = new ContentReader(bytes);
        for (int at = 0; at < bytes.Length; at += stride)
        {
            vertices.BaseStream.Position = at + element.Offset;
            values.Add(element.Read(vertices));
        }
        return values;
    }
}

/// <summary>Index buffers, of two or four bytes an index.</summary>
static class Indices
{
    public static object Read(ContentReader input)
    {
        int size = input.ReadBoolean() ? 2 : 4;
        int bytes = input.ReadCount(1);
        ContentReader.Check(bytes % size == 0, bytes + " bytes of indices of " + size);
        var indices = new uint[bytes / size];
        for (int at = 0; at < indices.Length; at++)
        {
            indices[at] = size == 2 ? input.ReadUInt16() : input.ReadUInt32();
        }
        return new Record { { "size", size }, { "indices", indices } };
    }
}
