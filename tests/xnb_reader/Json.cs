using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

/// <summary>Named values, in the order in which they were read.</summary>
sealed class Record : List<KeyValuePair<string, object>>
{
    public void Add(string name, object value)
    {
        Add(new KeyValuePair<string, object>(name, value));
    }
}

/// <summary>Values as JSON. Numbers have as many digits as tell them from all others; those that JSON lacks are strings.</summary>
static class Json
{
    public static string Of(object value)
    {
        var text = new StringBuilder();
        Write(value, text);
        return text.ToString();
    }

    static void Write(object value, StringBuilder text)
    {
        if (value == null)
        {
            text.Append("null");
        }
        else if (value is bool)
        {
            text.Append((bool)value ? "true" : "false");
        }
        else if (value is string || value is char)
        {
            WriteString(value.ToString(), text);
        }
        else if (value is float || value is double)
        {
            WriteNumber(value, text);
        }
        else if (value is Record)
        {
            WriteRecord((Record)value, text);
        }
        else if (value is IEnumerable)
        {
            WriteList(((IEnumerable)value).Cast<object>(), text);
        }
        else
        {
            text.AppendFormat(CultureInfo.InvariantCulture, "{0}", value);
        }
    }

    static void WriteNumber(object value, StringBuilder text)
    {
        double wide = value is float ? (float)value : (double)value;
        string quote = double.IsNaN(wide) || double.IsInfinity(wide) ? "\"" : "";
        text.Append(quote).AppendFormat(CultureInfo.InvariantCulture, "{0:R}", value).Append(quote);
    }

    static void WriteString(string value, StringBuilder text)
    {
        text.Append('"');
        foreach (char it in value)
        {
            if (it == '"' || it == '\\' || it < ' ')
            {
                text.AppendFormat("\\u{0:x4}", (int)it);
            }
            else
            {
                text.Append(it);
            }
        }
        text.Append('"');
    }

    static void WriteRecord(Record record, StringBuilder text)
    {
        string separator = "{";
        foreach (var entry in record)
        {
            text.Append(separator);
            WriteString(entry.Key, text);
            text.Append(':');
            Write(entry.Value, text);
            separator = ",";
        }
        text.Append(record.Count == 0 ? "{}" : "}");
    }

    static void WriteList(IEnumerable<object> list, StringBuilder text)
    {
        text.Append('[');
        string separator = "";
        foreach (object item in list)
        {
            text.Append(separator);
            Write(item, text);
            separator = ",";
        }
        text.Append(']');
    }
}
