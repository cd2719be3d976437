// How the dice of Claim It! fall, for the verification of the luck in a browser.

export const draws = ({ below }) => ({ dice: () => [below(6) + 1, below(6) + 1, below(6) + 1] });
