/**
 * When and where the house answers (SHELL-04). Orders are given by the specification; logistics and
 * after-sales have the same shape.
 */
export interface Department {
  name: 'orders' | 'logistics' | 'afterSales';
  /** Minutes since midnight, on weekdays. */
  hours: readonly (readonly [from: number, until: number])[];
  phone: string;
}

const at = (hours: number, minutes: number): number => hours * 60 + minutes;

export const departments: readonly [Department, ...Department[]] = [
  {
    name: 'orders',
    hours: [
      [at(7, 30), at(12, 30)],
      [at(13, 30), at(16, 0)],
    ],
    phone: '+32 4 000 00 10',
  },
  {
    name: 'logistics',
    hours: [
      [at(8, 0), at(12, 0)],
      [at(13, 0), at(17, 0)],
    ],
    phone: '+32 4 000 00 20',
  },
  {
    name: 'afterSales',
    hours: [
      [at(8, 30), at(12, 0)],
      [at(13, 0), at(16, 30)],
    ],
    phone: '+32 4 000 00 30',
  },
];
