// What assistive programs miss in the theme: the level of headings, the names of landmarks, keys for what scrolls.
for (const caption of document.querySelectorAll('[role=heading]:not([aria-level])')) caption.setAttribute('aria-level', '2');
document.querySelector('.sidebar-drawer')?.setAttribute('aria-label', 'Pages');
document.querySelector('.toc-drawer')?.setAttribute('aria-label', 'On this page');
for (const box of document.querySelectorAll('pre, .table-wrapper')) if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
