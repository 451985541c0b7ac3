export const DICTIONARY = Buffer.from('');
