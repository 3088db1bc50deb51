// Runs in a page of its own and lays out mails in frames of it. It says what is there and
// judges nothing.
'use strict';

// On all machines the same letters: .ci/install-servers installs them. They are wide.
const letters = "*{font-family:'DejaVu Sans'!important}" +
  ":is(pre,[style*=monospace]),:is(pre,[style*=monospace]) *{font-family:'DejaVu Sans Mono'!important}";

const frames = new Map(); // by their widths

// lay opens a mail in windows of some widths.
function lay(html, widths) {
  for (const width of widths) {
    if (!frames.has(width)) {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.style.cssText = `border:0;display:block;height:800px;width:${width}px`;
      frames.set(width, frame);
    }
    write(frames.get(width).contentDocument, html);
  }
  return look(widths);
}

// write makes a mail of a document.
function write(mail, html) {
  mail.open();
  mail.write(html);
  mail.close();
  mail.head.appendChild(mail.createElement('style')).textContent = letters;
}

// look says what stands in the windows now.
function look(widths) { return widths.map(width => facts(frames.get(width).contentDocument, width)); }

function facts(mail, width) {
  const grounds = new Map();
  return {
    width,
    wide: Math.max(mail.documentElement.scrollWidth, mail.body.scrollWidth),
    begins: mail.body.textContent.trim().slice(0, 200),
    headings: [...mail.querySelectorAll('h1')].map(h => h.textContent),
    buttons: [...mail.querySelectorAll('td[bgcolor]')].filter(td => td.querySelector(':scope > a'))
      .map(td => ({paper: td.getAttribute('bgcolor'), words: td.textContent})),
    inks: inks(mail, grounds),
    stones: stones(mail, grounds),
    boards: [...mail.querySelectorAll('table:not([aria-hidden])')].map(table => board(table)).filter(b => b),
  };
}

// inks lists the colours of words that can be seen, each pair once.
function inks(mail, grounds) {
  const found = new Map();
  const texts = mail.createTreeWalker(mail.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim(), at = texts.currentNode.parentElement;
    if (!words || at.closest('[aria-hidden],style')) continue;
    const style = mail.defaultView.getComputedStyle(at);
    const ink = colour(style.color);
    if (!ink || parseFloat(style.fontSize) <= 1) continue;
    const paper = ground(at, grounds);
    if (!found.has(ink + paper)) found.set(ink + paper, {ink, paper, words: words.slice(0, 40)});
  }
  return [...found.values()];
}

// stones lists the signs of stones. The dot of the last one lies on the stone's own ground.
function stones(mail, grounds) {
  return [...mail.querySelectorAll('td')].filter(td => /^[●○◉◎]$/.test(td.textContent.trim()) && !td.querySelector('td') && !td.closest('[aria-hidden]'))
    .map(td => {
      const stone = td.closest('td[style*=gradient]') || td.parentElement.closest('td[colspan]') || td;
      return {sign: td.textContent.trim(), paper: stone.getAttribute('bgcolor') || '', ground: ground(stone, grounds)};
    });
}

// ground is the colour on which an element's words stand: a gradient lies above the colour
// of its own element. The root has that of a window without anything in it.
function ground(at, grounds) {
  if (!at) return 'white';
  let found = grounds.get(at);
  if (found) return found;
  const style = at.ownerDocument.defaultView.getComputedStyle(at);
  found = colour((/^linear-gradient\((rgba?\([^)]*\))/.exec(style.backgroundImage) || [])[1]) ||
    colour(style.backgroundColor) || ground(at.parentElement, grounds);
  grounds.set(at, found);
  return found;
}

// colour writes a colour as #rrggbb; '' if it can't be seen.
function colour(said) {
  const parts = (said || '').match(/[\d.]+/g);
  if (!parts || parts[3] === '0') return '';
  return '#' + parts.slice(0, 3).map(p => Math.round(p).toString(16).padStart(2, '0')).join('');
}

// board says where the cells of a table stand if they are a hexagon's; a cell spans two
// columns.
function board(table) {
  const rows = [...table.rows].filter(row => [...row.cells].some(isCell));
  if (rows.length < 7) return null;
  return rows.map(row => ({box: box(row), cells: [...row.cells].filter(isCell).map(cell)}));
}

function isCell(td) { return td.colSpan === 2 && td.hasAttribute('bgcolor'); }

function cell(td) {
  const whole = td.getBoundingClientRect(), links = [...td.querySelectorAll('a')];
  let spill = 0;
  for (const inner of td.querySelectorAll('*')) {
    const r = inner.getBoundingClientRect();
    spill = Math.max(spill, whole.left - r.left, r.right - whole.right);
  }
  const style = td.ownerDocument.defaultView.getComputedStyle(links[0] || td.querySelector('td:not(:has(td))') || td);
  const seen = parseFloat(style.fontSize) > 1 && colour(style.color);
  return {box: box(td), spill: Math.round(spill * 10) / 10, name: seen ? td.textContent.trim() : '',
    links: links.map(a => ({box: box(a), body: new URLSearchParams(a.href.split('?')[1]).get('body') || ''}))};
}

function box(element) {
  const r = element.getBoundingClientRect(), round = x => Math.round(x * 10) / 10;
  return {x: round(r.left), y: round(r.top), w: round(r.width), h: round(r.height)};
}
