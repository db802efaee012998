/** Bids as a CSV file: Bet Management's, and the bid history of the reports. */
import { labelOf } from '@munim/core'
import type { Db } from '../database/db.ts'
import { type CsvColumn, type CsvFile, EACH_BATCH } from '../http/csv.ts'
