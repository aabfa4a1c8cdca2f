using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>The name of a .NET type, without its assembly: <c>Name`1[[Argument, Assembly]], Assembly</c>.</summary>
sealed class TypeName
{
    public readonly string Name;
    public readonly List<TypeName> Arguments = new List<TypeName>();

    TypeName(string text, ref int at)
    {
        int start = at;
        while (at < text.Length && text[at] != ',' && text[at] != ']' && !StartsAt(text, at, "[["))
        {
            at += StartsAt(text, at, "[]") ? 2 : 1;
        }
        Name = text.Substring(start, at - start);
        if (!StartsAt(text, at, "[["))
        {
            return;
        }
        do
        {
            Skip(text, ref at, text[at]);
            Skip(text, ref at, '[');
            Arguments.Add(new TypeName(text, ref at));
            at = Math.Max(at, text.IndexOf(']', at));
            Skip(text, ref at, ']');
        }
        while (StartsAt(text, at, ","));
        Skip(text, ref at, ']');
    }

    public static TypeName Parse(string text)
    {
        int at = 0;
        return new TypeName(text, ref at);
    }

    public override string ToString()
    {
        return Arguments.Count == 0 ? Name : Name + "[" + string.Join(",", Arguments.Select(it => "[" + it + "]")) + "]";
    }

    static bool StartsAt(string text, int at, string part)
    {
        return string.CompareOrdinal(text, at, part, 0, part.Length) == 0;
    }

    static void Skip(string text, ref int at, char expected)
    {
        if (at >= text.Length || text[at] != expected)
        {
            throw new XnbException("\"" + text + "\" is no type's name: " + expected + " expected at " + at);
        }
        at++;
    }
}
