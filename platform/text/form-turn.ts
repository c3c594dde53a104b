import { z } from 'zod';

/** Which open form sent something, and the how-manieth time it did. */
export interface FormTurn {
  readonly writer: string;
  readonly turn: number;
}

/** The two fields that a form with a script sends along; a form without one sends neither. */
export const formTurnFields = {
  writer: z.uuid().optional(),
  turn: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
};

export const turnOf = (sent: { writer?: string; turn?: number }): FormTurn | null =>
  sent.writer === undefined || sent.turn === undefined
    ? null
    : { writer: sent.writer, turn: sent.turn };

/** Whether the same form has sent something later that is stored already: saves may overtake each other. */
export const isOvertaken = (
  sent: FormTurn | null | undefined,
  stored: { writer: string | null; turn: number },
): boolean => !!sent && sent.writer === stored.writer && sent.turn <= stored.turn;
