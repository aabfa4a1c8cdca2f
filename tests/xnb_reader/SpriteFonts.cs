using System;
using System.Collections.Generic;

/// <summary>XNA's SpriteFont: its texture, and for each character its bounds, cropping and kerning.</summary>
static class SpriteFonts
{
    const string Content = "Microsoft.Xna.Framework.Content.";

    public static object Read(ContentReader input)
    {
        object texture = input.ReadObject(Content + "Texture2DReader");
        ContentReader.Check(texture != null, "a font without a texture");
        List<object> glyphs = ReadList(input, "Rectangle"), cropping = ReadList(input, "Rectangle");
        List<object> characters = ReadList(input, "Char");
        int lineSpacing = input.ReadInt32();
        float spacing = input.ReadSingle();
        List<object> kerning = ReadList(input, "Vector3");
        object defaultCharacter = input.ReadBoolean() ? (object)input.ReadChar() : null;
        int count = characters.Count;
        bool areEqual = glyphs.Count == count && cropping.Count == count && kerning.Count == count;
        ContentReader.Check(areEqual, "the lists of a font differ in length");
        for (int at = 1; at < count; at++)
        {
            ContentReader.Check((char)characters[at - 1] < (char)characters[at], "the characters of a font are not in order");
        }
        var texts = characters.ConvertAll<object>(it => it.ToString());
        return new Record
        {
            { "texture", texture }, { "glyphs", glyphs }, { "cropping", cropping }, { "characters", texts },
            { "lineSpacing", lineSpacing }, { "spacing", spacing }, { "kerning", kerning },
            { "defaultCharacter", defaultCharacter == null ? null : defaultCharacter.ToString() }
        };
    }

    /// <summary>Reads a list of values of a type without a namespace.</summary>
    static List<object> ReadList(ContentReader input, string item)
    {
        TypeReader reader = input.ReadTypeReader();
        string itemType = (item == "Char" ? "System." : "Microsoft.Xna.Framework.") + item;
        bool fits = reader != null && reader.Type == "System.Collections.Generic.List`1[[" + itemType + "]]";
        ContentReader.Check(fits, "a list of " + itemType + " is read by " + (reader == null ? "nothing" : reader.Name));
        return (List<object>)reader.Read(input);
    }
}
