/**
 * The spaces of advisory locks, together so that no two mean the same. Within one transaction they are taken in this
 * order, and before wallets where it does not say otherwise; the end of the audit's chain comes last of all.
 */
export const LOCKS = {
  /** Key: 0, the migrations, by their connection for as long as they run. */
  migrations: 13,
  /** Key: 0, who may do what. */
  administrators: 7,
  /** Key: the administrator's number, by what counts against the limit of reverts. */
  alone: 17,
  /** Key: 0, the day that is closed next. */
  closing: 9,
  /** Key: the market's number; 0 for the names of all. */
  market: 2,
  /** Key: the draw's number. Shared by who places or cancels bids, exclusive for who decides its halves, closes its day or changes its market. */
  draw: 3,
  /** Key: 0, the bonuses of joining, to see whether the same person was paid one. */
  joining: 15,
  /** Key: the hash of a payment reference. */
  reference: 4,
  /** Key: 0, the check of the books. */
  books: 5,
  /** Key: 0, what the server's role may do. */
  grants: 8,
  /** Key: 0, the limits on numbers, to save them. */
  limits: 10,
  /** Key: 0, the reasons of the work queue, to save them. */
  reasons: 16,
  /** Key: the hash of a number of a draw, which a limit is on. Taken by a slip of bids after the wallet, in the order of the keys. */
  number: 11,
  /** Key: 0, the making of players' sums of a month. */
  months: 12,
  /** Key: 0, a backup, for as long as it is made, by a transaction that does nothing else. */
  backup: 14,
  /** Key: 0, the end of the chain. */
  audit: 6,
} as const
