import { z } from 'zod';

/** Whether a mail address is whole; whether it exists is for the mail to find out. */
export const isEmail = (text: string): boolean => z.email().safeParse(text).success;
