import { render } from 'preact';
import { App } from './app.js';
import './style/app.css';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
