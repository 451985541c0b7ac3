/** `2027-12-21` in the form of a Serbian sentence, with the dot after the year: `21.12.2027.` */
export function serbianDay(day: string): string {
  return `${day.split('-').reverse().join('.')}.`;
}
