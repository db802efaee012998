/** The door of core: the rules of the game, of money and of the business day. All of it is pure. */
export * from './game/games.ts'
export * from './game/outcome.ts'
export * from './game/panna.ts'
export * from './game/rates.ts'
export * from './game/result.ts'
export * from './ledger/posting.ts'
export * from './markets/schedule.ts'
export * from './money.ts'
