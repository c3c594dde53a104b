// In place of `languages/masking.ts` where no words are needed; see `tables-alone.mjs`.
module.exports = { maskingWords: [], maskingLists: [] };
