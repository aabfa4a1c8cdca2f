using System;
using System.IO;
using System.Text;

/// <summary>
/// Prints a line of JSON for each .xnb file: all that is in it, or why it is none. Written from XNA's published format, with
/// nothing of Rigmill's, so that two readings of the format meet in a file.
/// </summary>
static class Program
{
    static int Main(string[] files)
    {
        Console.OutputEncoding = new UTF8Encoding(false);
        bool good = true;
        foreach (string file in files)
        {
            Record line = Read(file, ref good);
            Console.WriteLine(Json.Of(line));
        }
        return good ? 0 : 1;
    }

    static Record Read(string file, ref bool good)
    {
        try
        {
            return XnbFile.Read(File.ReadAllBytes(file));
        }
        catch (Exception error)
        {
            if (!(error is XnbException || error is IOException || error is FormatException || error is ArgumentException))
            {
                throw;
            }
            good = false;
            return new Record { { "refused", error.Message } };
        }
    }
}
