import { page, writer } from "./text.mjs";

export function mail(seed) {
  const w = writer(seed);
  return page(
    "Mail",
    `.app{display:flex;height:100vh}.nav{width:200px}.list{width:380px;overflow:auto;border:1px solid #ccc}.read{flex:1;overflow:auto;padding:0 16px}.m{cursor:pointer;padding:6px;border-bottom:1px solid #ddd}.sn{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.hov{visibility:hidden}`,
    `<div class="app"><div class="nav"><button>New message</button>${["Inbox 12", "Sent", "Drafts 2", "Spam", "Trash"].map((name) => `<div class="m">${name}</div>`).join("")}</div><div class="list" role="listbox">${w.times(30, (i) => `<div role="option" class="m" aria-selected="${i === 2}"><b>${w.title(2)}</b> <span>${w.number(23)}:${w.number(49) + 10}</span><div>${w.title(4)}</div><span class="hov"><button>Archive</button></span></div>`).join("")}</div><div class="read"><h1>${w.title(4)}</h1><div>From <b>${w.title(2)}</b> to me</div>${w.times(6, () => `<p>${w.paragraph(3)}</p>`).join("")}<div class="row"><button>Reply</button><button>Forward</button><button aria-label="Delete">🗑</button></div></div></div>`,
  );
}

export function board(seed) {
  const w = writer(seed);
  return page(
    "Board",
    `.b{display:flex;gap:12px;overflow-x:auto;height:80vh}.col{flex:0 0 280px;background:#eee;overflow-y:auto}.c{background:#fff;margin:8px;padding:8px;cursor:pointer}`,
    `<h1>Board</h1><div class="b">${w.times(7, (k) => `<div class="col"><h2>${w.title(1)} ${k}</h2>${w.times(12, (i) => `<div class="c"><div>${w.title(4)}</div><small>#${k * 100 + i} · ${w.title(1)}</small></div>`).join("")}<button>Add a card</button></div>`).join("")}</div>`,
  );
}

export function feed(seed) {
  const w = writer(seed);
  return page(
    "Home",
    `.post{border-bottom:1px solid #ccc;max-width:600px}.act{display:flex;gap:30px}.clamp{max-height:3em;overflow:hidden}`,
    `<div class="row"><nav>${["Home", "Explore", "Notifications", "Messages", "Profile"].map((name) => `<a href="/${name}" style="display:block"><svg width="20" height="20"></svg><span>${name}</span></a>`).join("")}<button>Post</button></nav><main><div contenteditable="true" role="textbox" aria-label="What is happening?" style="min-height:30px"></div>${w.times(25, (i) => `<article class="post"><a href="/u${i}"><img alt="" width="40" height="40" src="data:,"></a> <a href="/u${i}"><b>${w.title(2)}</b></a> <a href="/u${i}">@${w.phrase(1)}${i}</a> · <a href="/s/${i}">${i + 1} h</a><div>${w.paragraph(2)} <a href="/tag/${i}">#${w.phrase(1)}</a></div>${i % 5 === 0 ? `<img alt="${w.phrase(6)}" width="500" height="200" src="data:,">` : ""}<div class="act"><button aria-label="${i} replies. Reply">💬 ${i}</button><button aria-label="Repost">🔁</button><button aria-pressed="${i % 3 === 0}" aria-label="${i * 7} likes. Like">♡ ${i * 7}</button></div></article>`).join("")}</main></div>`,
  );
}

export function admin(seed) {
  const w = writer(seed);
  return page(
    "Admin",
    `.shell{display:grid;grid-template-columns:200px 1fr}.sub{max-height:0;overflow:hidden}.open .sub{max-height:none}`,
    `<div class="shell"><aside><ul>${w.times(9, (i) => `<li class="${i === 2 ? "open" : ""}"><a href="#" aria-expanded="${i === 2}">${w.title(1)} ${i}</a><ul class="sub">${w.times(4, (j) => `<li><a href="/a/${i}/${j}">${w.title(2)}</a></li>`).join("")}</ul></li>`).join("")}</ul></aside><main><h1>Users</h1><button>Add user</button> <input aria-label="Find user" placeholder="Find user"><table><thead><tr><th><input type="checkbox" aria-label="All"></th><th>Login</th><th>Mail</th><th>Role</th><th>Actions</th></tr></thead>${w.times(40, (i) => `<tr><td><input type="checkbox"></td><td>${w.phrase(1)}${i}</td><td>${w.phrase(1)}${i}@example.org</td><td><select aria-label="Role of ${i}"><option>admin<option selected>user</select></td><td><a href="/e/${i}">Edit</a> <a href="/x/${i}">Delete</a> <i class="fa fa-key" style="cursor:pointer;display:inline-block;width:14px;height:14px" title="Reset password"></i></td></tr>`).join("")}</table></main></div>`,
  );
}

export function tree(seed) {
  const w = writer(seed);
  const item = (depth, i) =>
    `<li role="treeitem" aria-expanded="${depth < 2 && i === 0}" aria-level="${depth + 1}"><span style="cursor:pointer">${w.title(2)}</span>${depth < 2 && i === 0 ? `<ul role="group">${w.times(5, (j) => item(depth + 1, j)).join("")}</ul>` : ""}</li>`;
  return page(
    "Files",
    "",
    `<div class="wrap"><h1>Files</h1><ul role="tree">${w.times(6, (i) => item(0, i)).join("")}</ul><div role="toolbar"><button>Open</button><button>Rename</button></div></div>`,
  );
}
