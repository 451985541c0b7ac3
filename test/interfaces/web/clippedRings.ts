/**
 * Run in a page: what has its focus ring cut off by something around it, however that is scrolled. Fields have their ring whenever they
 * have the focus; buttons only for who uses keys, so that a key is pressed before.
 */
export const CLIPPED_RINGS = `(() => {
  const found = [];
  for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')) {
    if (one.matches('.skip') || one.getBoundingClientRect().width < 2) continue;
    one.focus({ preventScroll: true });
    const ring = getComputedStyle(one);
    if (document.activeElement !== one || ring.outlineStyle === 'none') continue;
    const reach = parseFloat(ring.outlineWidth) + parseFloat(ring.outlineOffset);
    const box = one.getBoundingClientRect();
    const dialog = one.closest('dialog');
    for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const frame = around.getBoundingClientRect();
      const left = frame.left + around.clientLeft - around.scrollLeft;
      const top = frame.top + around.clientTop - around.scrollTop;
      const room = [
        ...(overflowX === 'visible' ? [] : [box.left - left, left + around.scrollWidth - box.right]),
        ...(overflowY === 'visible' ? [] : [box.top - top, top + around.scrollHeight - box.bottom]),
      ];
      if (room.some((space) => space < reach - 0.5))
        found.push('ring of ' + one.localName + '.' + one.className + ' ' + one.textContent.slice(0, 20) + ' is cut off by .' + around.className);
      // What is scrolled can be brought to where it is seen whole; nothing is around a dialog.
      if (around === dialog || (room.length > 0 && (around.scrollHeight > around.clientHeight || around.scrollWidth > around.clientWidth))) break;
    }
  }
  document.activeElement?.blur();
  return found;
})()`;
