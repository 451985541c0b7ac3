import { render } from 'preact';
import { App } from './app.js';
import { watchScreenSize } from './components/screenSize.js';
import './style/app.css';

watchScreenSize();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
