/** `2027-12-21` as a Serbian sentence has it, with the dot behind the year: `21.12.2027.` */
export function serbianDay(day: string): string {
  return `${day.split('-').reverse().join('.')}.`;
}
