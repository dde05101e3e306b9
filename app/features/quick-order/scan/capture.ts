/**
 * Stands in the page right behind the code field, so that it works before any file of ours has come: Enter
 * keeps the code in the browser, and the field is empty and has the focus in the same tick (CART-11). A
 * browser that cannot keep it sends the form as without script. `data-scan` is the storage prefix; what is
 * half typed when the page goes is kept for the tab too. `data-direct` marks the lines of home, which no other page
 * takes; the code stands below the field at once, whatever else is still on its way. Where the islands do not start
 * (`entry.client.ts`) codes kept here would never be sent: none are kept.
 */
import { cutMark } from '~/features/catalogue/codes/product-code';

/** In the head: what is typed while the rest of the page is still on its way waits for the code field. */
export const earlyScript = `const began=performance.now(),early=[],keep=e=>early.push(e);addEventListener("keydown",keep,true)`;

const onEnter = `const f=document.getElementById("code").form,c=f.elements.code,n=f.elements.n,p=f.dataset.scan,h=p+"typed",s=localStorage,j=sessionStorage,t0=performance.timeOrigin;let o=0,z=JSON.parse(j.getItem(h))||["",0,0];if(!c.value)c.value=z[0];j.removeItem(h);addEventListener("pagehide",()=>{z=l?[whole().join(""),t0+l,pace()]:[c.value,z[1],z[2]];c.value&&j.setItem(h,JSON.stringify(z))});addEventListener("pageshow",e=>{j.removeItem(h);if(e.persisted){heard=performance.now();b=0}});addEventListener("submit",e=>{const b=e.submitter;if(e.target!==f||b&&b.name&&b.value!=="scan")return;try{if(c.value.trim()){for(const v of whole()){o=Math.max(o+1,Date.now());s.setItem(p+String(o).padStart(15,"0")+"-"+crypto.randomUUID(),JSON.stringify({entered:v,typed:n.value==="1"||!n.value?null:n.value,direct:"direct"in f.dataset||void 0}))}z=["",0,0];document.getElementById("scan-said").textContent=c.value;c.value="";n.value="1"}e.preventDefault();e.stopImmediatePropagation();c.focus();dispatchEvent(new Event("scan"))}catch{}},true);`;

/**
 * A page that is left in the middle of a scan. Between two pages no page hears a key, and Chromium gives none to a page
 * before its first paint: what was typed then is lost to every script. `z` is what the page before has left: its text,
 * when its last key came (by the clock that all pages share) and the milliseconds from key to key, 0 where a hand may
 * have typed it. `whole` makes the codes of both: joined where the scanner's pace leaves no room for another key, or
 * where a check digit says that nothing is missing; else the gap is marked (`cutMark`), and such a code is never looked
 * up but stands to be corrected. Where the new code was surely heard from its first key on, the old one is its own
 * line; where none follows within two seconds, it is one by itself.
 */
const onCut = `let heard=began,u=0,x=0;const pace=()=>r.length>2?(x-u)/(r.length-1):0,ean=v=>/^(\\d{8}|\\d{12,14})$/.test(v)&&[...v].reverse().reduce((s,d,i)=>s+d*(i%2?3:1),0)%10<1,cut=v=>ean(v)?v:v+"${cutMark}",whole=()=>{const v=c.value,[a,t,k]=z,m=pace()||k;if(!m||v!==a+r||ean(v))return[v];if(a&&(r?u:l)&&t0+(r?u:l)-t<1.5*m)return[v];if(!r)return[cut(a)];const late=!ean(r)&&[heard,...performance.getEntriesByType("paint").map(e=>e.startTime)].some(e=>Math.abs(u-e)<20+2*m);return late?[a+"${cutMark}"+r]:a?[cut(a),r]:[v]};`;

/**
 * A scanner does not look where the focus is. What is typed on a button, a box to tick or nowhere goes to the code
 * field, so that its Enter presses nothing else. Keys less than 50 ms apart (`r`) are a scanner's: seven of them, or
 * seven at any pace with no other key between (`y`), are no quantity: that is put back (`w`, `v`) and they are a code.
 * Behind seven of a scanner's in the code field a Tab, or 600 ms without an Enter, ends the code. A page that stands
 * still sees keys late, and its timer with them: then the pause is between the keys' own times, and a timer that is
 * due lets those keys go first that have come meanwhile. The warning that a session ends would lie over the field: who
 * types is there, as its button says. `first`: the key came before this script, to a page without a field.
 */
const onKeys = `let l=0,r="",w="",y="",v="",b,i;const d=()=>{i=0;c.value&&f.querySelector("[value=scan]").click()},rest=z[2]&&setTimeout(d,2e3),key=(e,first)=>{const k=e.key,a=first&&b===c?c:e.target,g=e.timeStamp-l,q=!e.repeat&&g<50;if(i&&g>599&&(k==="Shift"||!k[1])){d();r=y=""}l=e.timeStamp;clearTimeout(i);clearTimeout(rest);i=0;if(k==="Shift"||e.ctrlKey||e.metaKey||e.altKey)return;if(k.length>1){if(k==="Tab"&&a===c&&q&&r.length>6){e.preventDefault();d()}if(first&&a===c&&k==="Enter")d();b=0;return}if(a!==b)r=y="";b=a;if(!y)v=a.value;if(!q)r="";if(!r){w=a.value;u=l}x=l;r+=k;y+=k;const m=r.length>6?r:y.length>6&&y;if(a===c){if(m===r)i=setTimeout(()=>i=setTimeout(d,50),550)}else if(a.inputMode==="numeric"||a.matches("select")){if(m){e.preventDefault();a.value=m===r?w:v;a.dispatchEvent(new Event("input",{bubbles:true}));c.value=m;c.focus()}}else if(k!==" "&&!a.matches("textarea,input:not([type=checkbox],[type=radio],[type=file])")){document.querySelector("shop-session dialog[open]")?.close();c.focus();z[0]?c.setSelectionRange(999,999):c.select();b=c}if(first&&b===c)c.value+=k};removeEventListener("keydown",keep,true);addEventListener("keydown",key,true);for(const e of early)key(e,1)`;

export const captureScript = `(()=>{if(!(AbortSignal.timeout&&crypto.randomUUID&&self.BroadcastChannel))return;${onEnter}${onCut}${onKeys}})()`;
