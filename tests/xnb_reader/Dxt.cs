using System;

/// <summary>Blocks of four by four texels, DXT1, DXT3 and DXT5, as Direct3D 9 defines them.</summary>
static class Dxt
{
    /// <summary>The texels in rows, four bytes each: red, green, blue, alpha.</summary>
    public static byte[] Decode(byte[] blocks, int width, int height, string format)
    {
        bool hasAlpha = format != "Dxt1", hasSteps = format == "Dxt3";
        var texels = new byte[4 * width * height];
        int size = hasAlpha ? 16 : 8;
        for (int y = 0, at = 0; y < height; y += 4)
        {
            for (int x = 0; x < width; x += 4, at += size)
            {
                DecodeBlock(blocks, at, hasAlpha, hasSteps, (column, row, texel) =>
                {
                    if (x + column < width && y + row < height)
                    {
                        Array.Copy(texel, 0, texels, 4 * ((y + row) * width + x + column), 4);
                    }
                });
            }
        }
        return texels;
    }

    static void DecodeBlock(byte[] blocks, int at, bool hasAlpha, bool hasSteps, Action<int, int, byte[]> put)
    {
        byte[] alphas = hasAlpha ? Alphas(blocks[at], blocks[at + 1]) : null;
        ulong alphaIndices = hasAlpha ? BitConverter.ToUInt64(blocks, at) >> 16 : 0;
        int color = hasAlpha ? at + 8 : at;
        byte[][] colors = Colors(BitConverter.ToUInt16(blocks, color), BitConverter.ToUInt16(blocks, color + 2), hasAlpha);
        uint indices = BitConverter.ToUInt32(blocks, color + 4);
        for (int texel = 0; texel < 16; texel++)
        {
            var value = (byte[])colors[indices >> (2 * texel) & 3].Clone();
            if (hasSteps)
            {
                // Four bits of alpha for each texel.
                value[3] = (byte)((BitConverter.ToUInt64(blocks, at) >> (4 * texel) & 15) * 17);
            }
            else if (hasAlpha)
            {
                value[3] = alphas[alphaIndices >> (3 * texel) & 7];
            }
            put(texel % 4, texel / 4, value);
        }
    }

    static byte[][] Colors(ushort first, ushort second, bool alwaysFour)
    {
        byte[] a = Color(first), b = Color(second);
        return first > second || alwaysFour
            ? new[] { a, b, Mix(a, 2, b, 1), Mix(a, 1, b, 2) }
            : new[] { a, b, Mix(a, 1, b, 1), new byte[4] };
    }

    /// <summary>Five bits of red, six of green and five of blue; the highest bits fill up the lowest.</summary>
    static byte[] Color(ushort packed)
    {
        int red = packed >> 11, green = packed >> 5 & 63, blue = packed & 31;
        return new[] { (byte)(red << 3 | red >> 2), (byte)(green << 2 | green >> 4), (byte)(blue << 3 | blue >> 2), (byte)255 };
    }

    static byte[] Mix(byte[] a, int partsOfA, byte[] b, int partsOfB)
    {
        var mixed = new byte[4];
        for (int at = 0; at < 4; at++)
        {
            mixed[at] = (byte)((a[at] * partsOfA + b[at] * partsOfB) / (partsOfA + partsOfB));
        }
        return mixed;
    }

    static byte[] Alphas(byte first, byte second)
    {
        var alphas = new byte[] { first, second, 0, 0, 0, 0, 0, 255 };
        int steps = first > second ? 7 : 5;
        for (int step = 1; step < steps; step++)
        {
            alphas[step + 1] = (byte)((first * (steps - step) + second * step) / steps);
        }
        return alphas;
    }
}
