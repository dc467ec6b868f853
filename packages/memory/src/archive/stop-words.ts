/** Words that stand everywhere and tell nothing apart; after stemming, so that both sides agree. */
export const STOP_WORDS: readonly string[] =
  "a about after all also am an and any are as at be been before being but by can could did do does for from had has have he her him his how i if in into is it its just me more my no not of on or our out over she so some such than that the their them then there these they this those to up was we were what when where which while who why will with would you your".split(
    " ",
  );
