/**
 * Stands in the page right behind the code field, so that it works before any file of ours has come: Enter
 * keeps the code in the browser, and the field is empty and has the focus in the same tick (CART-11). A
 * browser that cannot keep it sends the form as without script. `data-scan` is the storage prefix; what is
 * half typed when the page goes is kept too. `data-direct` marks the lines of home, which no other page takes; the
 * code stands below the field at once, whatever else is still on its way. Where the islands do not start
 * (`entry.client.ts`) codes kept here would never be sent: none are kept.
 */
export const captureScript = `(()=>{if(!AbortSignal.timeout)return;const f=document.getElementById("code").form,c=f.elements.code,n=f.elements.n,p=f.dataset.scan,h=p+"typed",s=localStorage,t=s.getItem(h);if(t&&!c.value)c.value=t;s.removeItem(h);let o=0;addEventListener("pagehide",()=>c.value&&s.setItem(h,c.value));addEventListener("pageshow",()=>s.removeItem(h));addEventListener("submit",e=>{const b=e.submitter;if(e.target!==f||b&&b.name&&b.value!=="scan")return;try{if(c.value.trim()){o=Math.max(o+1,Date.now());s.setItem(p+String(o).padStart(15,"0")+"-"+crypto.randomUUID(),JSON.stringify({entered:c.value,typed:n.value==="1"||!n.value?null:n.value,direct:"direct"in f.dataset||void 0}));document.getElementById("scan-said").textContent=c.value;c.value="";n.value="1"}e.preventDefault();e.stopImmediatePropagation();c.focus();dispatchEvent(new Event("scan"))}catch{}},true)})()`;
