using System;
using System.Collections.Generic;

/// <summary>XNA's Texture2D and TextureCube: each level's size and its texels, as rows of red, green, blue and alpha in hexadecimal.</summary>
static class Textures
{
    static readonly Dictionary<int, string> Formats = new Dictionary<int, string> { { 0, "Color" }, { 4, "Dxt1" }, { 5, "Dxt3" }, { 6, "Dxt5" } };

    public static object Read(ContentReader input)
    {
        string format = ReadFormat(input);
        int width = input.ReadInt32(), height = input.ReadInt32(), count = input.ReadInt32();
        CheckSize(format, width, height, count);
        object levels = ReadLevels(input, format, width, height, count);
        return new Record { { "format", format }, { "width", width }, { "height", height }, { "levels", levels } };
    }

    /// <summary>The faces in the file's order, that of XNA's CubeMapFace: +x, -x, +y, -y, +z, -z.</summary>
    public static object ReadCube(ContentReader input)
    {
        string format = ReadFormat(input);
        int size = input.ReadInt32(), count = input.ReadInt32();
        CheckSize(format, size, size, count);
        var faces = new object[6];
        for (int at = 0; at < faces.Length; at++)
        {
            faces[at] = ReadLevels(input, format, size, size, count);
        }
        return new Record { { "format", format }, { "size", size }, { "faces", faces } };
    }

    static string ReadFormat(ContentReader input)
    {
        int number = input.ReadInt32();
        string format;
        ContentReader.Check(Formats.TryGetValue(number, out format), "the surface format " + number);
        return format;
    }

    static void CheckSize(string format, int width, int height, int count)
    {
        ContentReader.Check(width > 0 && height > 0 && Math.Max(width, height) <= 4096, width + " by " + height + " texels");
        ContentReader.Check(format == "Color" || (width % 4 == 0 && height % 4 == 0), "blocks of " + width + " by " + height);
        ContentReader.Check(count == 1 || count == Levels(width, height), count + " levels of " + width + " by " + height);
    }

    static object ReadLevels(ContentReader input, string format, int width, int height, int count)
    {
        var levels = new object[count];
        for (int at = 0; at < count; at++)
        {
            levels[at] = ReadLevel(input, format, Math.Max(1, width >> at), Math.Max(1, height >> at));
        }
        return levels;
    }

    /// <summary>How many levels there are down to a single texel.</summary>
    static int Levels(int width, int height)
    {
        int levels = 1;
        for (int side = Math.Max(width, height); side > 1; side /= 2)
        {
            levels++;
        }
        return levels;
    }

    static Record ReadLevel(ContentReader input, string format, int width, int height)
    {
        int blocks = ((width + 3) / 4) * ((height + 3) / 4);
        int expected = format == "Color" ? 4 * width * height : (format == "Dxt1" ? 8 : 16) * blocks;
        int size = input.ReadCount(1);
        ContentReader.Check(size == expected, size + " bytes for " + width + " by " + height + " texels of " + format);
        byte[] bytes = input.ReadExactly(size);
        byte[] texels = format == "Color" ? bytes : Dxt.Decode(bytes, width, height, format);
        var rows = new string[height];
        for (int y = 0; y < height; y++)
        {
            rows[y] = BitConverter.ToString(texels, 4 * width * y, 4 * width).Replace("-", "").ToLowerInvariant();
        }
        return new Record { { "width", width }, { "height", height }, { "bytes", size }, { "rows", rows } };
    }
}
