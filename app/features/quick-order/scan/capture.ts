/**
 * Stands in the page right behind the code field, so that it works before any file of ours has come: Enter
 * keeps the code in the browser, and the field is empty and has the focus in the same tick (CART-11). A
 * browser that cannot keep it sends the form as without script. `data-scan` is the storage prefix; what is
 * half typed when the page goes is kept too. `data-direct` marks the lines of home, which no other page takes; the
 * code stands below the field at once, whatever else is still on its way. Where the islands do not start
 * (`entry.client.ts`) codes kept here would never be sent: none are kept.
 */
const onEnter = `const f=document.getElementById("code").form,c=f.elements.code,n=f.elements.n,p=f.dataset.scan,h=p+"typed",s=localStorage,t=s.getItem(h);if(t&&!c.value)c.value=t;s.removeItem(h);let o=0;addEventListener("pagehide",()=>c.value&&s.setItem(h,c.value));addEventListener("pageshow",()=>s.removeItem(h));addEventListener("submit",e=>{const b=e.submitter;if(e.target!==f||b&&b.name&&b.value!=="scan")return;try{if(c.value.trim()){o=Math.max(o+1,Date.now());s.setItem(p+String(o).padStart(15,"0")+"-"+crypto.randomUUID(),JSON.stringify({entered:c.value,typed:n.value==="1"||!n.value?null:n.value,direct:"direct"in f.dataset||void 0}));document.getElementById("scan-said").textContent=c.value;c.value="";n.value="1"}e.preventDefault();e.stopImmediatePropagation();c.focus();dispatchEvent(new Event("scan"))}catch{}},true);`;

/**
 * A scanner does not look where the focus is. What is typed on a button, a box to tick or nowhere goes to the code
 * field, so that its Enter presses nothing else. Keys less than 50 ms apart (`r`) are a scanner's: seven of them, or
 * seven at any pace with no other key between (`y`), are no quantity: that is put back (`w`, `v`) and they are a code.
 * Behind seven of a scanner's in the code field a Tab, or 600 ms without an Enter, ends the code. A page that stands
 * still sees keys late, and its timer with them: then the pause is between the keys' own times, and a timer that is
 * due lets those keys go first that have come meanwhile. The warning that a session ends would lie over the field: who
 * types is there, as its button says.
 */
const onKeys = `let l=0,r="",w="",y="",v="",b,i;const d=()=>{i=0;c.value&&f.querySelector("[value=scan]").click()};addEventListener("keydown",e=>{const k=e.key,a=e.target,g=e.timeStamp-l,q=!e.repeat&&g<50;if(i&&g>599&&(k==="Shift"||!k[1])){d();r=y=""}l=e.timeStamp;clearTimeout(i);i=0;if(k==="Shift"||e.ctrlKey||e.metaKey||e.altKey)return;if(k.length>1){if(k==="Tab"&&a===c&&q&&r.length>6){e.preventDefault();d()}r=y="";return}if(a!==b)r=y="";b=a;if(!y)v=a.value;if(!q)r="";if(!r)w=a.value;r+=k;y+=k;const m=r.length>6?r:y.length>6&&y;if(a===c){if(m===r)i=setTimeout(()=>i=setTimeout(d,50),550)}else if(a.inputMode==="numeric"||a.matches("select")){if(m){e.preventDefault();a.value=m===r?w:v;a.dispatchEvent(new Event("input",{bubbles:true}));c.value=m;c.focus()}}else if(k!==" "&&!a.matches("textarea,input:not([type=checkbox],[type=radio],[type=file])")){document.querySelector("shop-session dialog[open]")?.close();c.focus();c.select();b=c}},true)`;

export const captureScript = `(()=>{if(!(AbortSignal.timeout&&crypto.randomUUID&&self.BroadcastChannel))return;${onEnter}${onKeys}})()`;
