package shop;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.core.KeywordTokenizer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenFilter;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredCharFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * The analysis components that the shop's index settings name (contract/search.md 1.2) and that the published test
 * distribution leaves out. Each is the Lucene class that a full server uses for it; the server ships them all.
 */
public class ShopAnalysisPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(PreConfiguredTokenizer.singleton("keyword", KeywordTokenizer::new));
    }

    @Override
    public List<PreConfiguredCharFilter> getPreConfiguredCharFilters() {
        return List.of(PreConfiguredCharFilter.singleton("html_strip", false, HTMLStripCharFilter::new));
    }

    @Override
    public List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        return List.of(PreConfiguredTokenFilter.singleton("asciifolding", true, ASCIIFoldingFilter::new));
    }

    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of("pattern_replace", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) -> patternReplace(name, settings)));
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
            "elision", AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> tokenFilter(name, elision(settings))),
            "stemmer", AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> tokenFilter(name, stemmer(settings.get("language")))),
            "edge_ngram", AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> tokenFilter(name, edges(settings))));
    }

    private static CharFilterFactory patternReplace(String name, Settings settings) {
        Pattern pattern = Pattern.compile(settings.get("pattern"));
        String replacement = settings.get("replacement", "");
        return new NormalizingCharFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public java.io.Reader create(java.io.Reader text) {
                return new PatternReplaceCharFilter(pattern, replacement, text);
            }
        };
    }

    private static UnaryOperator<TokenStream> elision(Settings settings) {
        boolean ignoreCase = settings.getAsBoolean("articles_case", false);
        CharArraySet articles = new CharArraySet(settings.getAsList("articles"), ignoreCase);
        return words -> new ElisionFilter(words, articles);
    }

    private static UnaryOperator<TokenStream> stemmer(String language) {
        return switch (language) {
            case "light_french" -> FrenchLightStemFilter::new;
            case "dutch" -> words -> new SnowballFilter(words, "Dutch");
            case "english" -> words -> new SnowballFilter(words, "English");
            case "possessive_english" -> EnglishPossessiveFilter::new;
            default -> throw new IllegalArgumentException("not a stemmer of the shop: " + language);
        };
    }

    private static UnaryOperator<TokenStream> edges(Settings settings) {
        int shortest = settings.getAsInt("min_gram", 1);
        int longest = settings.getAsInt("max_gram", 2);
        return words -> new EdgeNGramTokenFilter(words, shortest, longest, false);
    }

    private static TokenFilterFactory tokenFilter(String name, UnaryOperator<TokenStream> filter) {
        return new NormalizingTokenFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public TokenStream create(TokenStream words) {
                return filter.apply(words);
            }
        };
    }
}
