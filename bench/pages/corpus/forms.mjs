import { HEADER_CSS, page, siteHeader, writer } from "./text.mjs";

export function form(seed) {
  const w = writer(seed);
  return page(
    "Sign up",
    `${HEADER_CSS}.f{margin:8px 0}.float{position:relative}.up{display:none}.upl{border:1px dashed;padding:10px;display:inline-block;cursor:pointer}.tg input{opacity:0;position:absolute}.err{color:#c00}`,
    `${siteHeader(w)}<main class="wrap" id="main"><h1>Sign up</h1><form><div class="f"><label for="n">Full name <span>*</span></label><input id="n" required value="${w.title(2)}"></div><div class="f"><label for="m">E-mail</label><input id="m" type="email" aria-invalid="true" aria-describedby="me" value="x@"><div id="me" class="err">This is no address.</div></div>
<div class="f"><label for="pw">Password</label><input id="pw" type="password"><p>At least 12 characters.</p></div><div class="f"><label for="c">Country</label><select id="c">${w.times(60, (i) => `<option${i === 30 ? " selected" : ""}>${w.title(1)} ${i}</option>`).join("")}</select></div><fieldset><legend>Contact me</legend>${["By mail", "By phone", "Not at all"].map((name, i) => `<label><input type="radio" name="by"${i ? "" : " checked"}> ${name}</label> `).join("")}</fieldset>
<div class="f"><label for="b">Born</label><input id="b" type="date" value="1990-04-01"></div><div class="f"><label class="upl" for="u">Upload a photo</label><input id="u" class="up" type="file"></div><div class="f tg"><label><input type="checkbox" checked><span>Dark mode</span></label></div><div class="f"><label for="bio">About you</label><textarea id="bio">${w.sentence()}</textarea></div>
<div class="f"><input aria-label="Promo code" placeholder="Promo code"> <button type="button">Apply</button></div><div class="f"><label><input type="checkbox"> I accept the <a href="/terms">terms of use</a></label></div><button type="submit">Create account</button> <button type="reset" disabled>Reset</button> <a href="/login">I have an account</a></form></main>`,
  );
}

export function settings(seed) {
  const w = writer(seed);
  return page(
    "Settings",
    `.s{display:grid;grid-template-columns:300px 200px;margin:6px 0}.sw{width:40px;height:20px;background:#ccc;border-radius:10px;cursor:pointer}.drop{border:1px solid;width:180px;cursor:pointer}`,
    `<main class="wrap"><h1>Settings</h1><div role="tablist">${["General", "Privacy", "Billing"].map((tab, i) => `<div role="tab" tabindex="0" aria-selected="${i === 1}" style="display:inline-block;padding:8px;cursor:pointer">${tab}</div>`).join("")}</div>${w.times(10, (i) => `<div class="s"><div id="l${i}"><b>${w.title(2)}</b><div>${w.sentence()}</div></div><div role="switch" tabindex="0" class="sw" aria-checked="${i % 2 === 0}" aria-label="${w.title(2)}"></div></div>`).join("")}
<div class="s"><span id="lang">Language</span><div role="combobox" class="drop" tabindex="0" aria-expanded="false" aria-labelledby="lang">Deutsch</div></div><div class="s"><span>Volume</span><div role="slider" tabindex="0" aria-label="Volume" aria-valuenow="30" style="background:#ddd;height:20px"></div></div><div class="s"><span>Theme</span><div class="drop" onclick="void 0">Light</div></div>
<div class="s"><span>Tags</span><div contenteditable="true" aria-label="Tags" style="border:1px solid;min-height:20px">alpha, beta</div></div><button>Save changes</button><button disabled>Discard</button></main>`,
  );
}

export function editor(seed) {
  const w = writer(seed);
  const tools = ["Bold", "Italic", "Underline", "Link", "Image", "List", "Quote", "Undo", "Redo", "Code"];
  return page(
    "Editor",
    `.tb button{width:30px;height:30px}.ed{min-height:300px;border:1px solid;padding:10px}.st{display:flex;gap:10px}`,
    `<div class="wrap"><input aria-label="Title" value="${w.title(4)}"><div class="tb" role="toolbar">${tools.map((tool) => `<button title="${tool}"><svg width="16" height="16"><path d="M0 0h9"/></svg></button>`).join("")}<select aria-label="Style"><option>Paragraph<option>Heading 1<option>Heading 2</select></div><div class="ed" contenteditable="true" role="textbox" aria-multiline="true" aria-label="Text">${w.times(8, () => `<p>${w.paragraph(4)}</p>`).join("")}<ul>${w.times(4, () => `<li>${w.sentence()}</li>`).join("")}</ul></div><div class="st"><span>${w.number(900)} words</span><span>Saved</span><button>Publish</button><button aria-haspopup="menu">More options</button></div></div>`,
  );
}

export function notebook(seed) {
  const w = writer(seed);
  return page(
    "Notebook",
    `.cell{margin:12px 0}pre{background:#f6f6f6;padding:8px;margin:0}.out{padding:8px}.in{color:#888}`,
    `<div class="wrap"><div class="row">${["File", "Edit", "View", "Run"].map((name) => `<div style="cursor:pointer">${name}</div>`).join("")}</div>${w.times(12, (i) => `<div class="cell"><span class="in">In [${i + 1}]:</span><button aria-label="Run cell ${i + 1}">▶</button><pre><code>${w.times(5, (j) => `<span class="k">${w.phrase(1)}</span> = <span class="n">${w.phrase(1)}_${j}</span>(${j}, <span class="s">'${w.phrase(2)}'</span>)`).join("\n")}</code></pre><div class="out">${i % 3 === 0 ? `<table><tr><th></th><th>a</th><th>b</th></tr>${w.times(5, (r) => `<tr><th>${r}</th><td>${w.number(99)}.5</td><td>${w.number(99)}.25</td></tr>`).join("")}</table>` : w.sentence()}</div></div>`).join("")}</div>`,
  );
}
