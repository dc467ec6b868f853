import { page, writer } from "./text.mjs";

export function table(seed, count = 180) {
  const w = writer(seed);
  return page(
    "Recent changes",
    `table{border-collapse:collapse}td,th{padding:2px 8px}th[aria-sort]{cursor:pointer}`,
    `<div class="wrap"><h1>${w.title(2)}</h1><label>Rows <select><option>50<option selected>${count}</select></label> <label>Filter <input type="search"></label><table><thead><tr><th><input type="checkbox" aria-label="Select all"></th>${["Name", "Date", "Size", "Owner", "State"].map((name) => `<th aria-sort="none" role="columnheader"><button>${name}</button></th>`).join("")}<th></th></tr></thead><tbody>
${w.times(count, (i) => `<tr><td><input type="checkbox" aria-label="Select row ${i + 1}"></td><td><a href="/f/${i}">${w.phrase(2)}-${i}.txt</a></td><td>2026-0${(i % 9) + 1}-1${i % 9}</td><td>${w.number(9999)} kB</td><td>${w.title(2)}</td><td>${w.pick(["open", "closed", "merged"])}</td><td><button aria-label="More for ${i + 1}">⋯</button></td></tr>`).join("")}
</tbody></table></div>`,
  );
}

export function layoutTable(seed) {
  const w = writer(seed);
  return page(
    "News",
    "",
    `<center><table width="85%"><tr><td bgcolor="#ff6600"><table width="100%"><tr><td><b><a href="/">News</a></b> <a href="/new">new</a> | <a href="/past">past</a> | <a href="/ask">ask</a></td><td><a href="/login">login</a></td></tr></table></td></tr><tr><td><table>
${w.times(30, (i) => `<tr><td align="right" valign="top">${i + 1}.</td><td valign="top"><a href="/up/${i}" title="upvote">▲</a></td><td><a href="https://s${i}.example">${w.title(7)}</a> <small>(<a href="/from/${i}">s${i}.example</a>)</small></td></tr><tr><td colspan="2"></td><td><small>${w.number(400)} points by <a href="/u/${i}">${w.phrase(1)}${i}</a> <a href="/t/${i}">${w.number(20) + 1} hours ago</a> | <a href="/hide/${i}">hide</a> | <a href="/c/${i}">${w.number(200)} comments</a></small></td></tr><tr height="5"></tr>`).join("")}
</table></td></tr></table></center>`,
  );
}

export function dashboard(seed) {
  const w = writer(seed);
  const bars = w
    .times(
      7,
      (i) =>
        `<rect x="${i * 40}" y="${20 + i * 5}" width="30" height="${80 - i * 5}"/><text x="${i * 40}" y="115">${["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][i]}</text>`,
    )
    .join("");
  return page(
    "Dashboard",
    `.shell{display:flex;height:100vh}.side{width:220px;background:#223;color:#fff;overflow:auto}.side a{color:#fff;display:block}.main{flex:1;overflow:auto;padding:0 20px}.kpi{display:grid;grid-template-columns:repeat(4,1fr);gap:10px}.drop{display:none}`,
    `<div class="shell"><nav class="side"><a href="/"><i class="fa fa-home"></i> Home</a>${w.times(14, (i) => `<a href="/d/${i}"><i class="fa fa-chart"></i> ${w.title(2)}</a>`).join("")}<button aria-label="Collapse menu">«</button></nav><div class="main"><div class="row"><input aria-label="Search" placeholder="Search for..."><button aria-label="3 alerts"><i class="fa fa-bell"></i><span>3</span></button><button aria-haspopup="true" aria-expanded="false">${w.title(2)}</button><div class="drop"><a href="/logout">Log out</a></div></div><h1>Dashboard</h1><div class="kpi">${w.times(8, () => `<div><div>${w.title(2)}</div><b>${w.price()}</b><small>+${w.number(90)} % since last week</small></div>`).join("")}</div>
<h2>Traffic</h2><canvas id="traffic" width="600" height="200"></canvas><h2>By day</h2><svg width="300" height="120" role="img" aria-label="Visitors by day">${bars}</svg><h2>Projects</h2>${w.times(6, () => `<div>${w.title(2)} <span>${w.number(100)}%</span><div role="progressbar" aria-valuenow="40" style="height:6px;background:#08f;width:40%"></div></div>`).join("")}<table><tr><th>Name<th>Office<th>Salary</tr>${w.times(20, () => `<tr><td>${w.title(2)}<td>${w.title(1)}<td>${w.price()}</tr>`).join("")}</table></div></div>`,
  );
}

export function virtualGrid(seed) {
  const w = writer(seed);
  return page(
    "Grid",
    `.vp{height:480px;overflow:auto;position:relative;border:1px solid}.r{position:absolute;display:flex;height:30px}.r>div{width:150px}`,
    `<div class="wrap"><h1>Orders</h1><div role="grid" aria-rowcount="50000" aria-colcount="5" class="vp"><div style="height:1500000px"><div role="row" class="r" style="top:0">${["Order", "Client", "City", "Total", "State"].map((name) => `<div role="columnheader">${name}</div>`).join("")}</div>${w.times(24, (i) => `<div role="row" aria-rowindex="${i + 2}" class="r" style="top:${(i + 1) * 30}px"><div role="gridcell">${10000 + i}</div><div role="gridcell">${w.title(2)}</div><div role="gridcell">${w.title(1)}</div><div role="gridcell">${w.price()}</div><div role="gridcell">${w.pick(["paid", "open"])}</div></div>`).join("")}</div></div></div>`,
  );
}

export function virtualList(seed) {
  const w = writer(seed);
  return page(
    "Log",
    `.list{height:600px;overflow:auto}.it{cursor:pointer;padding:4px;border-bottom:1px solid #ddd;height:40px}`,
    `<div class="wrap"><h1>Log</h1><div class="list" role="list" aria-label="Entries">${w.times(80, (i) => `<div class="it" role="listitem" aria-setsize="12000" aria-posinset="${i + 1}"><b>12:${String(i % 60).padStart(2, "0")}</b> ${w.phrase(7)}</div>`).join("")}<div style="height:400000px"></div></div></div>`,
  );
}

export const hugeTable = (seed) => table(seed, 4300);
