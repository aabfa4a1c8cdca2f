using System;

/// <summary>XNA's SoundEffect and Song: the fields of the format, the samples in hexadecimal.</summary>
static class Sounds
{
    public static object ReadEffect(ContentReader input)
    {
        int size = input.ReadCount(1);
        ContentReader.Check(size >= 18, "a format of " + size + " bytes");
        byte[] format = input.ReadExactly(size);
        int tag = BitConverter.ToUInt16(format, 0), channels = BitConverter.ToUInt16(format, 2);
        int rate = BitConverter.ToInt32(format, 4), bytesASecond = BitConverter.ToInt32(format, 8);
        int block = BitConverter.ToUInt16(format, 12), bits = BitConverter.ToUInt16(format, 14);
        ContentReader.Check(size == 18 + BitConverter.ToUInt16(format, 16), "a format of " + size + " bytes");
        ContentReader.Check(tag == 1 && (bits == 8 || bits == 16), "the codec " + tag + " of " + bits + " bits");
        ContentReader.Check(channels == 1 || channels == 2, channels + " channels");
        ContentReader.Check(rate >= 8000 && rate <= 48000, rate + " Hz");
        ContentReader.Check(block == channels * bits / 8 && bytesASecond == rate * block, "blocks of " + block + " bytes");
        byte[] data = input.ReadExactly(input.ReadCount(1));
        ContentReader.Check(data.Length > 0 && data.Length % block == 0, data.Length + " bytes in blocks of " + block);
        int frames = data.Length / block;
        int start = input.ReadInt32(), length = input.ReadInt32(), duration = input.ReadInt32();
        ContentReader.Check(start >= 0 && length > 0 && length <= frames - start, "a loop of " + length + " from " + start);
        ContentReader.Check(duration == (int)(1000L * frames / rate), "a duration of " + duration + " ms");
        string samples = BitConverter.ToString(data).Replace("-", "").ToLowerInvariant();
        return new Record
        {
            { "channels", channels }, { "rate", rate }, { "bits", bits }, { "samples", samples },
            { "loopStart", start }, { "loopLength", length }, { "duration", duration }
        };
    }

    public static object ReadSong(ContentReader input)
    {
        string file = input.ReadString();
        // FNA takes the extension for four characters.
        ContentReader.Check(file.Length > 4 && file[file.Length - 4] == '.', "the media file " + file);
        object duration = input.ReadObject();
        ContentReader.Check(duration is int && (int)duration >= 0, "the duration " + duration);
        return new Record { { "file", file }, { "duration", duration } };
    }
}
