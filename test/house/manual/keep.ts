import { keepLists } from './lists.js';

void keepLists();
