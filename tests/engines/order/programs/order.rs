// Sorts the lines of standard input as the first word says, and prints their numbers in order.
use std::io::{read_to_string, stdin};

fn sorted<T: Ord>(lines: &[&str], read: impl Fn(&str) -> T) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by_key(|&i| read(lines[i]));
    order
}

fn main() {
    let text = read_to_string(stdin()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let order = match std::env::args().nth(1).unwrap().as_str() {
        "[u8; 16]" => sorted(&lines, |line| u128::from_str_radix(line, 16).unwrap().to_be_bytes()),
        "u128" => sorted(&lines, |line| line.parse::<u128>().unwrap()),
        "i128" => sorted(&lines, |line| line.parse::<u128>().unwrap() as i128),
        "u64" => sorted(&lines, |line| line.parse::<u64>().unwrap()),
        _ => sorted(&lines, str::to_owned),
    };
    for i in order {
        println!("{i}");
    }
}
