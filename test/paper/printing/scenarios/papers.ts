/** What the box says above and below a receipt of the sandbox. */
export const SANDBOX = ['ПРОБНИ РАЧУН', 'Пробно окружење, без фискалне важности.'] as const;
